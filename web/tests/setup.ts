// As much of a browser as the client's logic asks for; what is drawn is tested in a real one.
import { beforeEach } from "vitest";

class Shelf {
  #items = new Map<string, string>();
  getItem = (name: string): string | null => this.#items.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#items.set(name, value);
  removeItem = (name: string): void => void this.#items.delete(name);
  clear = (): void => this.#items.clear();
}

const page = new EventTarget();

for (const [name, value] of Object.entries({
  window: globalThis,
  localStorage: new Shelf(),
  sessionStorage: new Shelf(),
  location: { protocol: "https:", host: "table.test" },
  document: Object.assign(new EventTarget(), {
    hidden: false,
    title: "",
    documentElement: {},
    querySelectorAll: () => [],
  }),
  matchMedia: () => ({ matches: true }),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
})) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
