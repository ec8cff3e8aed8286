// Puzzles: one by one, or as a rising run with one skip.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api";
import { Choice } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Head } from "../parts/Head";
import type { PuzzleInfo, PuzzleList } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { go, path } from "../net/route";
import { t } from "../base/text";
import { editionName, playersText } from "../base/view";
import { Puzzle } from "./Puzzle";
import { Run } from "./Run";
import { kept } from "../history/solved";
import "../review/trial.css";
import "./puzzles.css";

export function PuzzlesPage() {
  const list = useSignal<PuzzleInfo[]>([]);
  const problem = useSignal("");
  useEffect(() => {
    const load = async () => {
      try {
        list.value = (await ask<PuzzleList>("/api/puzzles")).puzzles;
      } catch (error) {
        problem.value = reasonOf(error);
      }
    };
    void load();
  }, []);
  const name = decodeURIComponent(path.value.split("/")[2] ?? "");
  const found = list.value.find((one) => one.name === name);
  return (
    <main class="after-page puzzles" data-testid="puzzles">
      <Head />
      <h1>{found ? t("puzzle.title", { name, grade: found.grade }) : t("puzzles")}</h1>
      {problem.value && (
        <p class="problem" role="alert" data-testid="problem">
          {problem.value}
        </p>
      )}
      {name === "run" && list.value.length > 0 && <Run list={list.value} />}
      {found && <Puzzle key={name} info={found} onDone={() => null} next={nextOf(list.value, name)} />}
      {name && name !== "run" && !found && list.value.length > 0 && (
        <p class="problem" role="alert" data-testid="problem">
          {t("puzzle.none", { name: name.slice(0, 20) })}
        </p>
      )}
      {!found && name !== "run" && <List list={list.value} />}
    </main>
  );
}

function nextOf(list: PuzzleInfo[], name: string): string | null {
  const place = list.findIndex((one) => one.name === name);
  return list.slice(place + 1).find((one) => kept.value.solved[one.name] === undefined)?.name ?? null;
}

function List({ list }: { list: PuzzleInfo[] }) {
  const edition = useSignal("all");
  const editions = [...new Set(list.map((one) => one.edition))];
  const shown = list.filter((one) => edition.value === "all" || one.edition === edition.value);
  const grades = [...new Set(shown.map(({ grade }) => grade))].toSorted((a, b) => a - b);
  return (
    <>
      <p>{t("puzzles.line")}</p>
      <button type="button" class="primary" data-testid="run" onClick={() => go("/puzzles/run")}>
        <Icon name="steps" />
        <span>
          {t("puzzles.run")}
          <small>{t("puzzles.run.line", { count: kept.value.best })}</small>
        </span>
      </button>
      {editions.length > 1 && (
        <Choice
          legend={t("edition")}
          value={edition.value}
          options={[
            { value: "all", label: t("stats.all") },
            ...editions.map((value) => ({ value, label: editionName(value) })),
          ]}
          onChange={(value) => (edition.value = value)}
          testid="puzzle-edition"
        />
      )}
      {grades.map((grade) => (
        <section key={grade} class="stack">
          <h2>{t("puzzles.grade", { grade })}</h2>
          <ul class="puzzle-list">
            {shown
              .filter((one) => one.grade === grade)
              .map((one) => (
                <li key={one.name}>
                  <Tile info={one} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Tile({ info }: { info: PuzzleInfo }) {
  const first = kept.value.solved[info.name];
  const state = first === undefined ? "open" : first ? "solved" : "later";
  return (
    <a
      class="puzzle-tile"
      href={`/puzzles/${info.name}`}
      data-state={state}
      data-testid={`puzzle-${info.name}`}
      title={`${editionName(info.edition)}, ${playersText(info.players)}`}
    >
      {info.name}
      {first !== undefined && <Icon name={first ? "check" : "again"} />}
      <span class="unseen">
        , {editionName(info.edition)}, {playersText(info.players)}, {t(`puzzle.state.${state}`)}
      </span>
    </a>
  );
}
