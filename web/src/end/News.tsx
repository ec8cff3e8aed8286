// What is new, each thing with its medal.
import { CARDS } from "../base/hue";
import { finished, gameId } from "../history/history";
import type { TableView } from "../base/protocol";
import { language, say, t } from "../base/text";
import { editionName } from "../base/view";
import type { IconName } from "../parts/Icon";
import { Medal } from "../parts/Medal";
import { whatIsNew, type Novelty } from "./novelty";

export function News({ table }: { table: TableView }) {
  const game = finished.value.find(({ id }) => id === gameId(table));
  const news = game && table.you !== null ? whatIsNew(finished.value, game) : [];
  if (news.length === 0) return null;
  return (
    <ul class="rows" data-testid="new" aria-label={t("new")} data-rise>
      {news.map((one, n) => (
        <li key={one.kind} class="row-button new" data-first={n === 0 && one.kind !== "best"} data-kind={one.kind}>
          <Medal sign={signOf(one)} />
          <span>
            {titleOf(one, table)}
            {lineOf(one) && <small>{lineOf(one)}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function titleOf(one: Novelty, table: TableView): string {
  if (one.kind === "edition") return t("new.edition", { edition: editionName(table.settings.rules.edition) });
  if (one.kind === "row") return say(`new.row.${ordinal(one.count)}`, one) ?? "";
  return say(`new.${one.kind}`, one) ?? "";
}

function lineOf(one: Novelty): string {
  if (one.kind === "first") return one.games > 1 ? t("new.first.line", { count: one.games }) : t("new.first.once");
  if (one.kind === "row") return one.longest ? t("new.row.longest") : t("new.row.line", { best: one.best });
  if (one.kind === "month") return t("new.month.line", { ...one.before, month: monthText(one.before.at) });
  if (one.kind === "quickest") return t("new.quickest.line", { count: one.before });
  return one.kind === "best" ? t("new.best.line", { count: one.before }) : "";
}

const ordinal = (count: number): string =>
  new Intl.PluralRules(language.value ?? "en", { type: "ordinal" }).select(count);
const monthText = (at: number): string => new Date(at).toLocaleDateString(language.value ?? "en", { month: "long" });

/** Its numeral where it counts something, else a sign. */
function signOf(one: Novelty): IconName | number {
  if (one.kind === "first") return CARDS;
  if (one.kind === "row" || one.kind === "round") return one.count;
  if (one.kind === "month") return "day";
  if (one.kind === "edition") return "star";
  return one.kind === "unaided" ? "hand" : "steps";
}
