// How a game went by the chance its players could see: a phase for each tenth of the cards laid.
import type { Review } from "../base/protocol";
import { t } from "../base/text";

export type Phase = "fine" | "tight" | "slim";

const TENTHS = 10;
const SHAPES: Record<Phase, string> = { fine: "🟩", tight: "🔶", slim: "🔻" };
const phaseOf = (chance: number): Phase => (chance >= 60 ? "fine" : chance >= 20 ? "tight" : "slim");

/** The ten phases of a judged game; none where no card was laid. */
export function courseOf({ turns }: Pick<Review, "turns">): Phase[] {
  let laid = 0;
  const reached = turns.map(({ moves, played }) => {
    laid += moves.filter((move) => move !== "end").length;
    return { laid, phase: phaseOf(played) };
  });
  const tenths = Array.from({ length: TENTHS }, (_, n) => (laid * (n + 1)) / TENTHS);
  return laid === 0 ? [] : tenths.flatMap((end) => reached.find((turn) => turn.laid >= end)?.phase ?? []);
}

export const isCourse = (value: unknown): value is Phase[] =>
  Array.isArray(value) && value.length === TENTHS && value.every((phase) => phase in SHAPES);

/** Ten shapes that differ by more than their colour. */
export const courseShapes = (course: Phase[]): string => course.map((phase) => SHAPES[phase]).join("");

/** In words; `laid` cards are told as a number of cards, never as the number on one. */
export function courseWords(course: Phase[], laid: number): string {
  const [first, second, ...more] = runsOf(course);
  if (!first) return "";
  if (!second) return t(`course.all.${first.phase}`);
  const begun = t(`course.first.${first.phase}`, { count: Math.round((laid * first.length) / TENTHS) });
  if (more.length === 0) return `${begun}, ${t(`course.then.${second.phase}`)}`;
  const between = more.length === 1 ? t(`course.between.${second.phase}`) : t("course.between.mixed");
  return `${begun}, ${between}, ${t(`course.last.${more.at(-1)!.phase}`)}`;
}

/** Equal phases in a row, together. */
function runsOf(course: Phase[]): { phase: Phase; length: number }[] {
  const starts = course.flatMap((phase, n) => (phase === course[n - 1] ? [] : [n]));
  return starts.map((start, n) => ({ phase: course[start]!, length: (starts[n + 1] ?? course.length) - start }));
}
