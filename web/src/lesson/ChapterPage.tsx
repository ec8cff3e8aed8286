// One chapter: a table of its own, what the coach says about it, and the marks on what to touch.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ownName } from "../opening/opening";
import { newSettings, withRules } from "../opening/options";
import { openTable } from "../net/api";
import { Refusing } from "../net/refusing";
import { line, persist } from "../net/line";
import { refuse } from "../base/notice";
import type { Opened, SignalView, TableView } from "../base/protocol";
import { Session } from "../session/session";
import { closeSheet, sheet } from "../table/sheet";
import { Table } from "../table/Table";
import type { Chapter } from "./chapters";
import { ChapterList } from "./ChapterList";
import { Coach } from "./Coach";
import { progress, type Heard, type Said } from "./goals";
import { touches, useMarks } from "./marks";
import { keep, kept, type Place } from "./place";

interface Props {
  chapter: Chapter;
  place: number;
  to: (place: Place) => void;
  next: (done: boolean) => void;
}

export function ChapterPage({ chapter, place, to, next }: Props) {
  const said = useSignal<Said>(new Set(kept().table?.said));
  const play = useTable(chapter, said, () => to(place)).value;
  const table = play?.view.value ?? null;
  const now = table ? progress(chapter.goals, table, said.value) : { done: 0, astray: false };
  // What was sent is on its way: nothing is to be touched twice.
  const waits = !play || !table || play.connection.outbox.value.length > 0;
  useMarks(
    waits ? [] : touches(chapter.goals, { table, picked: play.picked.value, sheet: sheet.value, progress: now }),
  );
  const menu = useSignal(false);
  const open = () => void (menu.value = true);
  const coach = <Coach {...{ chapter, place, table, to, next }} progress={now} said={said.value} menu={open} />;
  return (
    <>
      {play && table ? <Table play={play} coach={coach} /> : <main class="table">{coach}</main>}
      {menu.value && <ChapterList place={place} to={to} onClose={() => (menu.value = false)} />}
    </>
  );
}

/** The chapter's table for as long as it is shown: the one kept from before a reload, or a new one. */
function useTable(chapter: Chapter, said: Signal<Said>, again: () => void): Signal<Session | null> {
  const session = useSignal<Session | null>(null);
  useEffect(() => {
    let shown = true;
    const hear = (table: TableView) => {
      const signals = table.signals.filter(({ seat }) => seat === table.you);
      const more = signals.flatMap(wordsOf);
      if (more.every((one) => said.peek().has(one))) return;
      said.value = new Set([...said.peek(), ...more]);
      keepTable(session.peek(), said.peek());
    };
    const start = async () => {
      const opened = kept().table ?? (await opening(chapter, () => shown));
      if (!opened || !shown) return;
      session.value = new Session(opened.code, opened.token, hear);
      keepTable(session.value, said.peek());
    };
    void start();
    return () => {
      shown = false;
      closeSheet();
      session.value?.close();
    };
  }, []);
  const gone = session.value?.state.value === "gone";
  useEffect(() => void (gone && again()), [gone]);
  return session;
}

/** What a signal says, and the pile that is to be left alone. */
function wordsOf({ signal, pile }: SignalView): Heard[] {
  if (pile === null) return ["seat"];
  if (signal === "keep-off") return [signal, pile];
  return signal === "small-steps" ? [signal] : [];
}

function keepTable(session: Session | null, said: Said): void {
  if (session?.secret) keep({ table: { code: session.code, token: session.secret, said: [...said] } });
}

/** Open the table, however long it takes until somebody answers. */
async function opening(chapter: Chapter, wanted: () => boolean): Promise<Opened | null> {
  const opened = await persist(
    () => openChapter(chapter),
    wanted,
    () => (line.value = "lost"),
  );
  if (opened) line.value = "fine";
  return opened;
}

async function openChapter({ edition, piles, hand, mate, draw }: Chapter): Promise<Opened> {
  const hands = mate ? [hand, mate] : [hand];
  // All turns stay visible: what was done is read from them, also after a reload.
  const settings = withRules(newSettings(edition, hands.length), { open_history: true });
  try {
    return await openTable({
      name: ownName(),
      settings,
      bots: mate ? ["novice"] : [],
      position: { rules: settings.rules, piles, hands, draw, active: 0, turn: 1, last_turn: null, moves: [] },
    });
  } catch (error) {
    if (!(error instanceof Refusing)) throw error;
    refuse(error.refusal);
    throw new TypeError(error.message, { cause: error }); // too many tables just now: it is tried again
  }
}
