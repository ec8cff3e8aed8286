// A game that runs, or is over: the table stays until its end has had its moment.
import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { gameId } from "../history/history";
import { moves } from "../preferences/preferences";
import type { Playing } from "../session/session";
import { Table } from "../table/Table";
import { withPeople } from "../talk/Talk";
import { alsoSpeak } from "../base/text";

/** With so few cards to draw, the end is near enough to be fetched. */
const NEAR = 20;
type Ending = typeof import("../end/Ending").Ending;

export function Game({ play }: { play: Playing }) {
  const table = play.table.value;
  const box = useRef<HTMLDivElement>(null);
  const ending = useEnding((table.game?.draw_count ?? 0) <= NEAR || table.game?.status !== "playing");
  const seen = useRef("");
  const shown = useSignal("");
  const id = gameId(table);
  const over = table.game !== null && table.game.status !== "playing";
  if (!over) seen.current = id;
  const moment = over && seen.current === id && shown.value !== id && moves();
  const props: ComponentProps<Ending> = {
    play,
    moment,
    held: () => box.current?.firstElementChild ?? null,
    done: () => (shown.value = id),
  };
  return (
    <>
      {(!over || moment || !ending) && (
        <div ref={box} class="held" inert={over}>
          <Table play={play} />
        </div>
      )}
      {over && ending && <ending.Ending key={id} {...props} />}
    </>
  );
}

async function fetchEnding(): Promise<Ending> {
  const [loaded] = await Promise.all([withPeople(import("../end/Ending")), alsoSpeak("after")]);
  return loaded.Ending;
}

/** The part that shows the end, fetched once it is wanted. */
function useEnding(wanted: boolean): { Ending: Ending } | null {
  const part = useSignal<{ Ending: Ending } | null>(null);
  useEffect(() => {
    if (!wanted || part.peek()) return;
    void fetchEnding()
      .then((Ending) => (part.value = { Ending }))
      .catch(() => null);
  }, [wanted]);
  return part.value;
}
