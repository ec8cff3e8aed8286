// What to touch next, marked on the table itself.
import { useLayoutEffect } from "preact/hooks";
import type { TableView } from "../base/protocol";
import { myTurn } from "../base/view";
import type { Sheet } from "../table/sheet";
import type { Goal, Said } from "./chapters";
import type { Progress } from "./goals";

interface Now {
  table: TableView;
  picked: number | null;
  sheet: Sheet | null;
  progress: Progress;
}

/** The names of what leads on. */
export function touches(goals: Goal[], { table, picked, sheet, progress: { done, astray } }: Now): string[] {
  const goal = goals[done];
  const { game } = table;
  if (!goal) return ["lesson-next"];
  if (!game || game.status !== "playing") return ["lesson-again"];
  if (sheet?.kind === "risk") return [goal.over === "lost" ? "risk-confirm" : "risk-back"];
  if (astray) return [game.can_undo ? "undo" : "lesson-again"];
  if (goal.signal) return signalling(goal.signal, table, picked, sheet);
  if (!myTurn(table)) return [];
  const [card, pile] = goal.way?.find(([one]) => game.hand.some((held) => held.card === one)) ?? [];
  if (card === undefined) return ["end-turn"];
  return [picked === card ? `pile-${pile}` : `card-${card}`];
}

function signalling(word: Said, { you }: TableView, picked: number | null, sheet: Sheet | null): string[] {
  const about = word === "seat" ? "seat" : "pile";
  if (sheet?.kind === about) return [word === "seat" ? "signal-comfortable" : `signal-${word}`];
  if (picked !== null) return [`card-${picked}`];
  return [about === "pile" ? "pile-A" : `seat-${you}`];
}

/** Keep the marks on what has these names, whatever is drawn anew. */
export function useMarks(names: string[]): void {
  useLayoutEffect(() => {
    const mark = () => {
      for (const old of document.querySelectorAll("[data-touch]")) {
        if (!names.includes((old as HTMLElement).dataset["testid"] ?? "")) old.removeAttribute("data-touch");
      }
      for (const name of names) document.querySelector(`[data-testid="${name}"]`)?.setAttribute("data-touch", "");
    };
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [names.join()]);
}
