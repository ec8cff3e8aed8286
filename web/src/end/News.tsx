// What is new, each thing with a medal of its own shape.
import type { ComponentChildren } from "preact";
import { finished, gameId } from "../history/history";
import type { TableView } from "../base/protocol";
import { language, say, t } from "../base/text";
import { editionName } from "../base/view";
import { whatIsNew, type Novelty } from "./novelty";

export function News({ table }: { table: TableView }) {
  const game = finished.value.find(({ id }) => id === gameId(table));
  const news = game && table.you !== null ? whatIsNew(finished.value, game) : [];
  if (news.length === 0) return null;
  return (
    <ul class="new-list" data-testid="new" aria-label={t("new")} data-rise>
      {news.map((one, n) => (
        <li key={one.kind} class="new" data-first={n === 0 && one.kind !== "best"} data-kind={one.kind}>
          <Medal kind={one.kind} />
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

function Medal({ kind }: { kind: Novelty["kind"] }) {
  return (
    <svg class="medal" viewBox="0 0 42 42" aria-hidden="true">
      {medals[kind] ?? flag}
    </svg>
  );
}

const sheetlet = (x: number, degrees: number) => (
  <rect class="sheetlet" x={x} y="10" width="15" height="21" rx="3" transform={`rotate(${degrees} ${x + 7} 21)`} />
);
const row = (
  <>
    {sheetlet(3, -14)}
    {sheetlet(13, -2)}
    {sheetlet(23, 10)}
    <path class="sign" d="M26.500 21.500l3 3 5-6" />
  </>
);
const flag = (
  <>
    <circle class="shape" cx="21" cy="21" r="17" />
    <path class="sign" d="M16 31V12c4-2.500 7 2.500 11.500 0v9.500c-4.500 2.500-7.500-2.500-11.500 0" />
  </>
);
const calendar = (
  <>
    <rect class="sheetlet" x="9" y="6" width="24" height="30" rx="4" />
    <path class="sign" d="M14 13.500h14M15 24.500l4.500 4.500 8-9.500" />
  </>
);
const star = (
  <>
    <path
      class="shape"
      d="M21 3.500l5 10.800 11.800 1.400-8.700 8.100 2.300 11.700L21 29.700l-10.400 5.800 2.300-11.700-8.700-8.100L16 14.300Z"
    />
    <path class="sign" d="M21 15v8.500" />
  </>
);
const medals: Partial<Record<Novelty["kind"], ComponentChildren>> = { row, month: calendar, round: star, first: star };
