// One piece of the rules: a paragraph, points, an example with its cards, or the rulings.
import { RuleLink } from "../parts/RuleLink";
import type { RulesSection, Ruling } from "../base/protocol";
import { t } from "../base/text";
import { ExampleFigure } from "./ExampleFigure";

type RulesBlock = RulesSection["blocks"][number];

export function Block({ block }: { block: RulesBlock }) {
  if (block.kind === "text") {
    return (
      <p>
        <Linked text={block.text} />
      </p>
    );
  }
  if (block.kind === "list") {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>
            <Linked text={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (block.kind === "rulings") return <Rulings rulings={block.rulings} />;
  return (
    <figure class="example panel" data-testid="example">
      <ExampleFigure example={block.example} />
      <figcaption>
        <b>{t("rules.example")}</b> <Linked text={block.text} />
      </figcaption>
    </figure>
  );
}

function Rulings({ rulings }: { rulings: Ruling[] }) {
  return (
    <dl class="rulings">
      {rulings.map(({ number, text }) => (
        <div key={number} id={number} tabIndex={-1} data-testid="ruling">
          <dt>{number}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A text whose rulings lead to where they are told. */
function Linked({ text }: { text: string }) {
  return <>{text.split(/\b(R\d+)\b/).map((part, n) => (n % 2 ? <RuleLink key={n} rule={part} /> : part))}</>;
}
