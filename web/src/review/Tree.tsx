// What if: the game and everything tried instead, as one tree; each branch leads to its review, or to its table.
import { finished } from "../history/history";
import type { ReplayData } from "../base/protocol";
import { addressOfName } from "../replay/address";
import { t } from "../base/text";
import { nameOf, treeOf, type Node } from "../history/branches";

export function Tree({ game }: { game: ReplayData }) {
  const root = treeOf(game);
  if (root.children.length === 0) return null;
  const here = nameOf(game);
  return (
    <section data-testid="tree">
      <h2>{t("fork.branches")}</h2>
      <ul class="branches">
        <Item node={root} here={here} />
      </ul>
    </section>
  );
}

function Item({ node, here }: { node: Node; here: string }) {
  const { name, branch, children } = node;
  return (
    <li>
      <a class="quiet small" href={addressOf(node)} aria-current={name === here ? "page" : undefined}>
        {branch ? t("fork.branch", { turn: branch.turn + 1, code: branch.code }) : t("fork.root")}
        {branch && <small>{stateOf(branch.code)}</small>}
      </a>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Item key={child.name} node={child} here={here} />
          ))}
        </ul>
      )}
    </li>
  );
}

const endOf = (code: string) => finished.value.find(({ id }) => id === `${code}.1`);

function stateOf(code: string): string {
  const end = endOf(code);
  if (!end) return t("fork.running");
  return end.result === "won" ? t("daily.won") : t("daily.lost", { count: end.left });
}

function addressOf({ name, branch }: Node): string {
  if (branch && !endOf(branch.code)) return `/t/${branch.code}`;
  return addressOfName("review", name, 0);
}
