// Addresses of pages: a path below the server's, or, where only files are handed out, what follows the "?" of the one page.
import { host } from "#host";
import { options } from "preact";
import { info } from "./api";
import { at, prefix } from "./prefix";

/** The address of a page of ours, such as "/rules#R24". */
export const address = (path: string): string => at(host.alone && !/^\/(#|$)/.test(path) ? `/?${path}` : path);

/** The page that an address or a link leads to: what `address` was given, without what follows "#". */
export function pageOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  if (host.alone) return search.startsWith("?/") ? decodeURI(search.slice(1)) : "/";
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "/";
}

/** A page as a link for others. */
export function linkTo(path: string): string {
  return host.alone ? location.origin + address(path) : (info.value?.origin ?? location.origin) + path;
}

/** Let every link and picture drawn from now on lead below the prefix: pages write "/rules" wherever we lie. */
export function placeLinks(): void {
  if (!prefix && !host.alone) return;
  const before = options.vnode;
  options.vnode = (vnode) => {
    const props = vnode.props as Record<string, unknown>;
    for (const [name, place] of typeof vnode.type === "string" ? PLACES : []) {
      const path = props[name];
      if (typeof path === "string" && path.startsWith("/")) props[name] = place(path);
    }
    before?.(vnode);
  };
}

const PLACES: [string, (path: string) => string][] = [
  ["href", address],
  ["src", at],
];
