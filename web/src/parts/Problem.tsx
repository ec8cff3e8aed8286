// What is wrong, said at once; nothing while nothing is.
export function Problem({ text, testid = "problem" }: { text: string; testid?: string }) {
  return text ? (
    <p class="problem" role="alert" data-testid={testid}>
      {text}
    </p>
  ) : null;
}
