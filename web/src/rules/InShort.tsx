// The game in three lines and a picture, for somebody who came by a link and has never played here.
import { Icon } from "../parts/Icon";
import { Numeral } from "../parts/Numeral";
import { t } from "../base/text";
import "../parts/empty.css";
import "./rules.css";

const PILES = [
  [1, "up"],
  [1, "up"],
  [100, "down"],
  [100, "down"],
] as const;

export function InShort() {
  return (
    <section class="panel stack" aria-labelledby="in-short" data-testid="in-short">
      <h2 id="in-short">{t("short.title")}</h2>
      <div class="places" aria-hidden="true">
        {PILES.map(([start, icon], n) => (
          <span key={n} class="bare">
            <Numeral value={start} />
            <Icon name={icon} />
          </span>
        ))}
      </div>
      <ul>
        <li>{t("short.piles")}</li>
        <li>{t("short.turn")}</li>
        <li>{t("short.win")}</li>
      </ul>
      <a class="go" href="/rules">
        {t("rules")} ›
      </a>
    </section>
  );
}
