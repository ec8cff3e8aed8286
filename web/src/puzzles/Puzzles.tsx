// Puzzles: the one of the day, a run, and all of them theme by theme; the original game comes first.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api";
import { Card } from "../parts/Card";
import { Icon } from "../parts/Icon";
import { Head } from "../parts/Head";
import type { PuzzleInfo, PuzzleList, PuzzleOfTheDay } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { path, place, replace } from "../net/route";
import { percents, t } from "../base/text";
import { editionName } from "../base/view";
import { today } from "../history/days";
import { type Mistake, mistakes } from "../history/mistakes";
import { kept } from "../history/solved";
import { Mine } from "./Mine";
import { Puzzle } from "./Puzzle";
import { Run } from "./Run";
import { mistakeTask, puzzleTask } from "./tasks";
import { aboutOf, groupsOf, nextOf, practise } from "./themes";
import { Tiles } from "./Tiles";
import "../lesson/lesson.css";
import { Problem } from "../parts/Problem";

export function PuzzlesPage() {
  const list = useSignal<PuzzleInfo[]>([]);
  const day = useSignal("");
  const problem = useSignal("");
  useEffect(() => {
    const load = async () => {
      try {
        const [all, one] = await Promise.all([
          ask<PuzzleList>("/api/puzzles"),
          ask<PuzzleOfTheDay>(`/api/puzzles/day/${today.value}`),
        ]);
        [list.value, day.value] = [all.puzzles, one.name];
        const asked = practise(all.puzzles, place.value);
        if (asked) replace(`/puzzles/${asked.name}`);
      } catch (error) {
        problem.value = reasonOf(error);
      }
    };
    void load();
  }, []);
  const name = decodeURIComponent(path.value.split("/")[2] ?? "");
  if (name === "run" && list.value.length > 0) return <Run list={list.value} />;
  const mistake = mistakes.value.find(({ id }) => name === `own-${id}`);
  if (mistake) return <Own key={name} mistake={mistake} />;
  const found = list.value.find((one) => one.name === (name === "day" ? day.value : name));
  if (found) return <One key={name} list={list.value} info={found} day={name === "day"} />;
  const unknown = name !== "" && list.value.length > 0 ? t("puzzle.none", { name: name.slice(0, 20) }) : "";
  return (
    <main class="after-page puzzles" data-testid="puzzles">
      <Head />
      <header class="puzzle-head">
        <span class="pair" aria-hidden="true">
          <Card card={58} />
          <Card card={75} />
        </span>
        <h1>{t("puzzles")}</h1>
        <p class="dim">{t("puzzles.line")}</p>
      </header>
      <Problem text={problem.value || unknown} />
      {list.value.length > 0 && <List list={list.value} day={day.value} />}
    </main>
  );
}

function One({ list, info, day }: { list: PuzzleInfo[]; info: PuzzleInfo; day: boolean }) {
  const group = groupsOf(list).find(({ puzzles }) => puzzles.includes(info));
  const title = day ? t("puzzles.day") : t("puzzle.title", { name: info.name });
  const next = nextOf(list, group?.puzzles ?? [], info.name)?.name;
  return <Puzzle task={puzzleTask(info)} title={title} about={aboutOf(info)} group={group} next={linkTo(next)} />;
}

/** A turn of one's own games. */
function Own({ mistake }: { mistake: Mistake }) {
  const { turn, edition, best, played } = mistake;
  const title = t("puzzles.own.turn", { turn });
  const about = `${editionName(edition)} · ${t("puzzles.own.lost", { played: percents(Math.round(played)), best: percents(Math.round(best)) })}`;
  const next = nextMistake(mistake.id);
  return <Puzzle task={mistakeTask(mistake)} title={title} about={about} next={linkTo(next && `own-${next.id}`)} />;
}

/** The next one that was not tried yet. */
function nextMistake(id = ""): Mistake | undefined {
  return mistakes.value.find((one) => one.solved === undefined && one.id !== id);
}

const linkTo = (name: string | undefined) => (look: string) =>
  name && (
    <a class={look} href={`/puzzles/${name}`} data-testid="puzzle-next">
      <Icon name="next" />
      <span>{t("puzzle.next")}</span>
    </a>
  );

function List({ list, day }: { list: PuzzleInfo[]; day: string }) {
  const { rating, best, solved } = kept.value;
  const info = list.find(({ name }) => name === day);
  const own = nextMistake() ?? mistakes.value[0];
  return (
    <>
      {rating && (
        <p>
          <Mine rating={rating} />
        </p>
      )}
      <div class="buttons">
        {info && (
          <a class="primary" href="/puzzles/day" data-testid="puzzle-day">
            <Icon name={solved[day] === undefined ? "hint" : "check"} />
            <span>
              {t("puzzles.day")}
              <small>{aboutOf(info)}</small>
            </span>
          </a>
        )}
        <a class="quiet" href="/puzzles/run" data-testid="run">
          <Icon name="steps" />
          <span>
            {t("puzzles.run")}
            <small>
              {t("puzzles.run.line")}
              {best > 0 && ` · ${t("daily.best", { count: best })}`}
            </small>
          </span>
        </a>
        {own && (
          <a class="quiet" href={`/puzzles/own-${own.id}`} data-testid="own">
            <Icon name="again" />
            <span>
              {t("puzzles.own")}
              <small>{t("puzzles.own.line", { count: mistakes.value.length })}</small>
            </span>
          </a>
        )}
      </div>
      {[...new Set(list.map((one) => one.edition))].map((edition) => (
        <section key={edition} class="stack">
          <h2>{editionName(edition)}</h2>
          <ul class="puzzle-themes">
            {groupsOf(list.filter((one) => one.edition === edition)).map((group) => (
              <li key={group.theme}>
                <Tiles {...group} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
