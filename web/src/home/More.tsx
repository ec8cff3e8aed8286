// Everything that is not a game of one's own: reading, watching, coming along, settings.
import { host } from "#host";
import { Icon, type IconName } from "../parts/Icon";
import { t, type Key } from "../base/text";
import type { To } from "./Ways";

const LINKS: [string, IconName, Key][] = [
  ["/learn", "book", "home.learn"],
  ["/rules", "log", "rules"],
  ["/replay", "eye", "home.watch"],
  ["/board", "hint", "home.board"],
  ["/take", "save", "home.bring"],
  ["/box", "map", "map.own"],
  ["/stats", "steps", "home.stats"],
];

export function More({ to }: { to: To }) {
  return (
    <nav class="rows more-links" aria-label={t("home.more")}>
      {LINKS.map(([href, icon, label]) => (
        <a key={href} class="row-button" href={href} data-testid={`more-${href.slice(1)}`}>
          <Icon name={icon} />
          {t(label)}
        </a>
      ))}
      {!host.alone && (
        <a class="row-button" href="/event" data-testid="more-event">
          <Icon name="crown" />
          {t("home.event")}
        </a>
      )}
      {!host.alone && (
        <a class="row-button" href="/devices" data-testid="more-devices">
          <Icon name="copy" />
          {t("home.devices")}
        </a>
      )}
      {!host.alone && (
        <button type="button" class="row-button" onClick={to("join")} data-testid="more-join">
          <Icon name="key" />
          {t("home.join")}
        </button>
      )}
      <button type="button" class="row-button" onClick={to("settings")} data-testid="open-settings">
        <Icon name="gear" />
        {t("settings")}
      </button>
    </nav>
  );
}
