// Where on its host the server lies: the whole host, or a path such as "/nonante".
import { options } from "preact";

/** "" or "/nonante": scripts lie in assets/ right below it. */
export const prefix = import.meta.env.PROD ? new URL("..", import.meta.url).pathname.slice(0, -1) : "";

/** The address of a path of ours, such as "/api/info". */
export const at = (path: string): string => prefix + path;

/** A path of ours in an address: what `at` was given. */
export const within = (pathname: string): string =>
  pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "/";

/** Let every link and picture drawn from now on lead below the prefix: pages write "/rules" wherever we lie. */
export function placeLinks(): void {
  if (!prefix) return;
  const before = options.vnode;
  options.vnode = (vnode) => {
    const props = vnode.props as Record<string, unknown>;
    for (const name of typeof vnode.type === "string" ? ["href", "src"] : []) {
      const path = props[name];
      if (typeof path === "string" && path.startsWith("/")) props[name] = at(path);
    }
    before?.(vnode);
  };
}
