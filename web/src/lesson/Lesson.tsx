// Learning by doing: one prepared position after the other, each a real table with a coach.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { ownName } from "../home/opening";
import { newSettings } from "../home/options";
import { openTable, Refusing } from "../net/api";
import { line, persist } from "../net/line";
import { refusalText, show } from "../notice";
import { Session } from "../session";
import { Table } from "../table/Table";
import { t } from "../text";
import { CHAPTERS, type Chapter } from "./chapters";
import { Coach } from "./Coach";
import { Finish } from "./Finish";
import { progress } from "./goals";

export function Lesson() {
  const [place, setPlace] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const chapter = CHAPTERS[place];
  if (!chapter) return <Finish again={() => setPlace(0)} />;
  return (
    <ChapterPage
      key={`${place}.${attempt}`}
      chapter={chapter}
      place={place}
      again={() => setAttempt(attempt + 1)}
      next={() => setPlace(place + 1)}
    />
  );
}

interface Props {
  chapter: Chapter;
  place: number;
  again: () => void;
  next: () => void;
}

function ChapterPage({ chapter, place, again, next }: Props) {
  const goal = useSignal(0);
  const session = useTable(chapter, goal);
  const play = session.value;
  const coach = (
    <Coach
      chapter={chapter}
      place={place}
      goal={goal.value}
      lost={play?.view.value?.game?.status === "lost"}
      again={again}
      next={next}
    />
  );
  return play?.view.value ? <Table play={play} coach={coach} /> : <main class="table">{coach}</main>;
}

/** Open a table with the chapter's position, for as long as the chapter is shown; `goal` counts the tasks done there. */
function useTable(chapter: Chapter, goal: Signal<number>): Signal<Session | null> {
  const session = useSignal<Session | null>(null);
  useEffect(() => {
    let shown = true;
    const start = async () => {
      try {
        const opened = await persist(
          () => open(chapter),
          () => shown,
          () => (line.value = "lost"),
        );
        if (!opened || !shown) return;
        line.value = "fine";
        const { code, token } = opened;
        session.value = new Session(code, token, (table, news) => {
          goal.value = progress(chapter.goals, goal.peek(), table, news);
        });
      } catch (error) {
        show(error instanceof Refusing ? refusalText(error.refusal) : t("offline"), "refusal");
      }
    };
    void start();
    return () => {
      shown = false;
      session.value?.close();
    };
  }, []);
  return session;
}

function open({ edition, piles, hand, mate, draw }: Chapter) {
  const hands = mate ? [hand, mate] : [hand];
  const settings = newSettings(edition, hands.length);
  return openTable({
    name: ownName(),
    settings,
    bots: mate ? ["novice"] : [],
    position: { rules: settings.rules, piles, hands, draw, active: 0, turn: 1, last_turn: null, moves: [] },
  });
}
