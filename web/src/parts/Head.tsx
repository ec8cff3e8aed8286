// The head of a page around the games, with the ways to the others: a bar below on phones, a rail on flat screens.
import { host } from "#host";
import type { ComponentChildren } from "preact";
import { path } from "../net/route";
import { t, type Key } from "../base/text";
import { Icon, type IconName } from "./Icon";
import { HomeLink } from "./Logo";
import "./head.css";

const PLACES: [string, IconName, Key][] = [
  ["", "home", "home"],
  ["daily", "day", "nav.today"],
  ["puzzles", "puzzle", "home.puzzles"],
  ...(host.alone ? [] : [["crew", "people", "nav.crew"] satisfies [string, IconName, Key]]),
  ["you", "person", "seat.you"],
];

export function Head({ children }: { children?: ComponentChildren }) {
  return (
    <header class="home-head">
      <HomeLink />
      <nav class="nav" aria-label={t("nav")} data-testid="nav">
        {PLACES.map(([name, icon, label]) => (
          <a key={name} href={`/${name}`} aria-current={isHere(name) ? "page" : undefined} data-testid={`nav-${name}`}>
            <Icon name={icon} />
            <span>{t(label)}</span>
          </a>
        ))}
      </nav>
      {children}
    </header>
  );
}

/** The sheet of "Another game" has its own address, and lies over home. */
function isHere(name: string): boolean {
  const [, here = ""] = path.value.split("/");
  return name === (here === "play" ? "" : here);
}
