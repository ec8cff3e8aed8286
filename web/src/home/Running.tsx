// One's own game that goes on: its four piles as they lie, and the button that continues it.
import type { ComponentChildren } from "preact";
import { Card } from "../parts/Card";
import { Icon } from "../parts/Icon";
import { Numeral } from "../parts/Numeral";
import type { OwnTable } from "../base/protocol";
import { t } from "../base/text";
import { editionName, stateText } from "../base/view";
import { whoText } from "./Rows";

const DIRECTIONS = ["up", "up", "down", "down"] as const;

export function Running({ table, children }: { table: OwnTable; children: ComponentChildren }) {
  return (
    <section class="running panel" data-testid="running">
      <p class="dim">{stateText(table)}</p>
      <h1>{editionName(table.edition)}</h1>
      <p class="dim">
        {whoText(table)} · {t("home.toDraw", { count: table.draw_count })}
      </p>
      <div class="tops" aria-hidden="true">
        {table.tops.map((top, pile) =>
          top === 1 || top === 100 ? (
            <span key={pile} class="bare">
              <Numeral value={top} />
              <Icon name={DIRECTIONS[pile] ?? "up"} />
            </span>
          ) : (
            <Card key={pile} card={top} />
          ),
        )}
      </div>
      <div class="today-go">
        <a class="primary" href={`/t/${table.code}`} data-testid="waiting-table">
          <Icon name="play" />
          <span>{t("home.goOn")}</span>
        </a>
        {children}
      </div>
    </section>
  );
}
