// Learning by doing: one prepared position after the other, each a real table with a coach.
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { place as asked, replace } from "../net/route";
import { CHAPTERS } from "./chapters";
import { ChapterPage } from "./ChapterPage";
import { Finish } from "./Finish";
import { after, keep, kept, keptPlace, nameOf, SECOND, THIRD, turnTo, type Place } from "./place";
import "./lesson.css";

export function Lesson() {
  // An address may name a chapter; from then on the place is kept as ever.
  useState(() => turnTo(asked.value));
  useEffect(() => void (asked.value && replace("/learn")), []);
  const place = useSignal<Place>(keptPlace());
  const attempt = useSignal(0);
  const to = (next: Place) => {
    keep({ place: nameOf(next), table: null });
    place.value = next;
    attempt.value += 1;
  };
  const now = place.value;
  const chapter = typeof now === "number" ? CHAPTERS[now] : undefined;
  if (typeof now !== "number" || !chapter) {
    return <Finish half={now === "half"} onward={() => to(SECOND)} well={() => to(THIRD)} again={() => to(0)} />;
  }
  const finish = (done: boolean) => {
    if (done) keep({ done: [...new Set([...kept().done, chapter.name])] });
    to(after(now));
  };
  return <ChapterPage key={attempt.value} chapter={chapter} place={now} to={to} next={finish} />;
}
