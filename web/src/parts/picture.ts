// A picture worth sharing, drawn on a canvas: the mark with its holes, the score and the four piles.
import { colourOf } from "../base/hue";
import { directionText, editionName, playersText, scoreText } from "../base/view";
import { markPlaces } from "./ninetyeight";
import { DIGIT_STEP, DIGITS } from "./Numeral";
import type { PileView, TableView } from "../base/protocol";
import { say, t } from "../base/text";

const WIDTH = 1200;
export const HEIGHT = 630;
/** Where words begin, beside the mark. */
const TEXT = 590;
export const FONT = '"Nunito", ui-rounded, system-ui, sans-serif';

export async function savePicture(table: TableView): Promise<void> {
  const file = await paint(`nonante-${table.code}.png`, (pen) => {
    cloth(pen);
    drawMark(pen, stayed(table));
    heading(pen, table);
    pen.translate(TEXT, 300);
    pen.scale(0.56, 0.56);
    for (const [n, pile] of (table.game?.piles ?? []).entries()) drawPile(pen, pile, n * 250, 0);
  });
  if (file) await give(file);
}

/** Make a picture; null where this browser cannot. */
export async function paint(name: string, draw: (pen: CanvasRenderingContext2D) => void): Promise<File | null> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  draw(pen);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], name, { type: "image/png" });
}

/** Share the file, with words that describe it, where the device can; else save it. */
export async function give(file: File, text = ""): Promise<void> {
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], ...(text ? { text } : {}) }).catch(() => null);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The cloth of the table as a ground. */
export function cloth(pen: CanvasRenderingContext2D): void {
  const lamp = pen.createRadialGradient(WIDTH / 2, 60, 40, WIDTH / 2, 200, 900);
  lamp.addColorStop(0, "#28586a");
  lamp.addColorStop(0.45, "#153541");
  lamp.addColorStop(1, "#071218");
  pen.fillStyle = lamp;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

/** The cards that were left, in hands and draw pile. */
function stayed({ game }: TableView): number[] {
  const { hands = [], draw = [] } = game?.reveal ?? {};
  return [...hands.flat(), ...draw].map(({ card }) => card);
}

/** Our 9 and 8 of little cards; those that stayed are dashed places. */
function drawMark(pen: CanvasRenderingContext2D, left: number[]): void {
  const scale = 3.5;
  const [width, height] = [5.6 * scale, 7.9 * scale];
  for (const [n, { x, y, degrees }] of markPlaces().entries()) {
    const { hue, light, chroma } = colourOf(n + 2);
    const hole = left.includes(n + 2);
    pen.save();
    pen.translate(90 + x * scale, 140 + y * scale);
    pen.rotate((degrees * Math.PI) / 180);
    pen.setLineDash(hole ? [4, 3] : []);
    pen.fillStyle = `oklch(${light + 0.03} ${chroma} ${hue})`;
    pen.strokeStyle = hole ? "#7fa3ad" : "#ffffffa6";
    pen.lineWidth = hole ? 1.5 : 2;
    pen.beginPath();
    pen.roundRect(-width / 2, -height / 2, width, height, 4);
    if (!hole) pen.fill();
    pen.stroke();
    pen.restore();
  }
}

function heading(pen: CanvasRenderingContext2D, table: TableView): void {
  const { game } = table;
  if (!game) return;
  pen.fillStyle = "#f2f6f4";
  pen.font = `900 58px ${FONT}`;
  const short = game.status === "won" || game.all_laid;
  pen.fillText(short ? (say(`status.${game.status}`) ?? "") : scoreText(game), TEXT, 190, WIDTH - TEXT - 40);
  pen.fillStyle = "#b6cad0";
  pen.font = `600 30px ${FONT}`;
  const known = game.known ? [t("known")] : [];
  const words = [editionName(table.settings.rules.edition), playersText(table.seats.length), ...known];
  pen.fillText(words.join(" · "), TEXT, 242, WIDTH - TEXT - 40);
  pen.fillStyle = "#f2f6f4";
  pen.font = `900 34px ${FONT}`;
  pen.fillText("nonante", TEXT, 110);
}

/** A card of 200 by 280: a number on the face of the card with that value. */
export function drawCard(pen: CanvasRenderingContext2D, value: number, number: number, x: number, y: number): void {
  const [width, height] = [200, 280];
  const { hue, light, chroma } = colourOf(value);
  sheet(pen, x, y + 9, width, height, `oklch(${light - 0.22} ${chroma} ${hue})`);
  sheet(pen, x, y, width, height, `oklch(${light} ${chroma} ${hue})`);
  pen.strokeStyle = "#ffffffb0";
  pen.lineWidth = 3;
  pen.beginPath();
  pen.roundRect(x + 12, y + 12, width - 24, height - 24, 14);
  pen.stroke();
  numeral(pen, number, x + width / 2, y + 78);
}

function drawPile(pen: CanvasRenderingContext2D, pile: PileView, x: number, y: number): void {
  drawCard(pen, pile.top, pile.top, x, y);
  pen.fillStyle = pile.rising ? "#f0e27c" : "#93d4ff";
  pen.font = `700 26px ${FONT}`;
  pen.textAlign = "center";
  pen.fillText(`${pile.rising ? "▲" : "▼"} ${directionText(pile.rising)}`, x + 100, y + 334, 200);
  pen.textAlign = "left";
}

function sheet(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 22);
  pen.fill();
}

function numeral(pen: CanvasRenderingContext2D, value: number, x: number, y: number): void {
  const digits = [...String(value)].map(Number);
  const scale = digits.length > 2 ? 0.85 : 1.2;
  pen.save();
  pen.translate(x - ((digits.length * DIGIT_STEP - 10) * scale) / 2, y + (1.2 - scale) * 50);
  pen.scale(scale, scale);
  pen.strokeStyle = "#fff";
  pen.lineWidth = 15;
  pen.lineCap = pen.lineJoin = "round";
  for (const digit of digits) {
    pen.stroke(new Path2D(DIGITS[digit]));
    pen.translate(DIGIT_STEP, 0);
  }
  pen.restore();
}
