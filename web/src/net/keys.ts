// Idempotency keys. `crypto.randomUUID` is missing on plain http in a local network, so this does without.
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
