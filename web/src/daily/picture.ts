// A day as a picture to share: what came of its deals and how they went; its words go along as its description.
import { cloth, drawCard, FONT, HEIGHT, paint } from "../parts/picture";
import { dateText, named, t } from "../base/text";
import type { Phase } from "../history/course";
import { leafValue, type Day } from "../history/dates";
import { finishedOf, resultWords } from "./share";

const LEFT = 110;
const SIDE = 52;
const STEP = 68;
const TOP = 190;
const COLOURS: Record<Phase, string> = { fine: "#6fd08c", tight: "#ffb347", slim: "#ff8f70" };
/** A square, a diamond, a triangle on its tip: they differ without their colours. */
const CORNERS: Record<Phase, [number, number][]> = {
  fine: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  tight: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  slim: [
    [0, 0.1],
    [1, 0.1],
    [0.5, 1],
  ],
};

export interface DayPicture {
  file: File;
  /** What an `img` shows. */
  source: string;
}

/** Draw the finished deals of a day; null where this browser cannot. */
export async function dayPicture(day: Day): Promise<DayPicture | null> {
  const file = await paint(`nonante-${day}.png`, (pen) => draw(pen, day));
  return file && { file, source: await sourceOf(file) };
}

/** As a data URL: the server's rules for pages let an `img` show nothing else that a page has made. */
function sourceOf(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((done) => {
    reader.addEventListener("load", () => done(String(reader.result)));
    reader.readAsDataURL(file);
  });
}

function draw(pen: CanvasRenderingContext2D, day: Day): void {
  cloth(pen);
  pen.fillStyle = "#f2f6f4";
  pen.font = `800 64px ${FONT}`;
  pen.fillText(dateText(day, { day: "numeric", month: "long", year: "numeric" }), LEFT, 120, 700);
  pen.fillStyle = "#d5e3e8";
  pen.font = `800 40px ${FONT}`;
  pen.fillText("nonante", 910, 118);
  const date = Number(day.slice(8));
  drawCard(pen, leafValue(day), date, 890, 210);
  const deals = finishedOf(day);
  const apart = (HEIGHT - TOP) / deals.length; // few deals are spread out, so that no half stays empty
  for (const [n, [category, own]] of deals.entries()) {
    const y = TOP + (n + 0.5) * apart - 34;
    pen.fillStyle = "#d5e3e8";
    pen.font = `700 34px ${FONT}`;
    pen.fillText(named(t(`daily.${category}`), resultWords(own)), LEFT, y, 720);
    for (const [place, phase] of (own.course ?? []).entries()) shape(pen, phase, LEFT + place * STEP, y + 18);
  }
}

function shape(pen: CanvasRenderingContext2D, phase: Phase, x: number, y: number): void {
  pen.fillStyle = COLOURS[phase];
  pen.beginPath();
  for (const [right, down] of CORNERS[phase]) pen.lineTo(x + right * SIDE, y + down * SIDE);
  pen.fill();
}
