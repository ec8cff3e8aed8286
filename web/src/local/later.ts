// A promise that is settled from outside.
export interface Later<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

export function later<T>(): Later<T> {
  let [resolve, reject]: [Later<T>["resolve"], Later<T>["reject"]] = [() => undefined, () => undefined];
  const promise = new Promise<T>((good, bad) => ([resolve, reject] = [good, bad]));
  return { promise, resolve, reject };
}
