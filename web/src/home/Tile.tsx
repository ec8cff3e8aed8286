// Parts of the lines beside the big button: what there is, and puzzles, which are always there.
import { Card } from "../parts/Card";
import { t } from "../base/text";

export function What({ title, line }: { title: string; line: string }) {
  return (
    <span class="row-what">
      <b>{title}</b>
      <small>{line}</small>
    </span>
  );
}

export function Puzzles({ cards }: { cards: [number, number] }) {
  return (
    <a class="tile panel" href="/puzzles" data-testid="to-puzzles">
      <span class="pair" aria-hidden="true">
        {cards.map((card) => (
          <Card key={card} card={card} />
        ))}
      </span>
      <What title={t("home.puzzles")} line={t("home.puzzles.line")} />
      <span class="go">{t("home.try")} ›</span>
    </a>
  );
}
