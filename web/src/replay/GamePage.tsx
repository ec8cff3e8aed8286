// The page of a finished game: from this server, from a link that holds it, or from a file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentType } from "preact";
import { Head } from "../parts/Head";
import type { ReplayData } from "../base/protocol";
import { path } from "../net/route";
import { t, type Key } from "../base/text";
import { reasonOf } from "../net/refusing";
import { loadGame, readAddress } from "./address";
import { ImportForm } from "./ImportForm";
import { Watching } from "./watching";
import { Problem } from "../parts/Problem";
import "./replay.css";

interface Props {
  page: "replay" | "review" | "embed";
  title: Key;
  /** What shows the game. */
  Game: ComponentType<{ watching: Watching }>;
}

export function GamePage({ page, title, Game }: Props) {
  const { watching, problem, asked } = useGame();
  if (watching) return <Game watching={watching} />;
  if (asked && !problem) return <main class="waiting">{t("connecting")}</main>;
  return (
    <main class="after-page" data-testid={`${page}-import`}>
      {page !== "embed" && <Head />}
      <h1>{t(problem ? "replay.problem" : title)}</h1>
      <Problem text={problem} />
      {page !== "embed" && (
        <>
          <ImportForm page={page} />
          <a class="quiet" href="/">
            {t("home")}
          </a>
        </>
      )}
    </main>
  );
}

interface Loading {
  watching: Watching | null;
  /** Why there is nothing to watch. */
  problem: string;
  /** Whether the address names a game. */
  asked: boolean;
}

/** The game that the address names, at the turn it names; follows when the address changes. */
function useGame(): Loading {
  const loaded = useSignal<Loading>({ watching: null, problem: "", asked: true });
  useEffect(() => {
    let current = "";
    const look = async () => {
      const address = readAddress(path.value, location.hash);
      const name = address.game ?? address.text ?? "";
      const { watching } = loaded.value;
      if (watching && name === current) return watching.goTurn(address.turn - 1);
      current = name;
      loaded.value = { watching: null, problem: "", asked: name !== "" };
      if (!name) return;
      const found = await loadGame(address).catch((error: unknown) => reasonOf(error));
      if (name !== current) return;
      const game = typeof found === "string" ? null : found;
      const problem = typeof found === "string" ? found : turnProblem(found, address.turn);
      loaded.value = { watching: game && !problem ? new Watching(game, address.turn - 1) : null, problem, asked: true };
    };
    const follow = () => void look();
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return loaded.value;
}

function turnProblem({ turns }: ReplayData, turn: number): string {
  return turn > turns.length + 1 ? t("replay.noTurn", { turn }) : "";
}
