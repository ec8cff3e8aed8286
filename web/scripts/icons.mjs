// Draws our own pictures into the built client: the icons of the installed app and the preview of an invitation.
// The shapes are those of the favicon and of the numerals on the cards; nothing here knows a deal.
import { readFileSync, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { client } from "./folder.mjs";

const source = readFileSync(new URL("../src/parts/Numeral.tsx", import.meta.url), "utf8");
const DIGITS = source
  .match(/DIGITS = \[([^\]]+)\]/)[1]
  .match(/"[^"]+"/g)
  .map((text) => flatten(JSON.parse(text)));
const STEP = Number(source.match(/DIGIT_STEP = (\d+)/)[1]);
const FELT = [21, 53, 65];
const NIGHT = [7, 18, 24];
const LAMP = [40, 88, 106];
const WHITE = [255, 255, 255];

/** A path of lines and arcs as strokes: lists of points. */
function flatten(path) {
  const strokes = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of path.matchAll(/([MLHVAZmlhvaz])([^MLHVAZmlhvaz]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const size = { M: 2, L: 2, H: 1, V: 1, A: 7, Z: 0 }[command.toUpperCase()];
    const own = command !== command.toUpperCase();
    for (let at = 0; at === 0 || at < numbers.length; at += size) {
      const from = [x, y];
      const part = numbers.slice(at, at + size);
      const kind = command.toUpperCase();
      if (kind === "H") x = part[0] + (own ? x : 0);
      else if (kind === "V") y = part[0] + (own ? y : 0);
      else if (kind !== "Z") [x, y] = [part.at(-2) + (own ? x : 0), part.at(-1) + (own ? y : 0)];
      if (kind === "M" && at === 0) strokes.push([[x, y]]);
      else if (kind === "A") strokes.at(-1).push(...arc(from, part, [x, y]));
      else if (kind === "Z") strokes.at(-1).push(([x, y] = strokes.at(-1)[0]));
      else strokes.at(-1).push([x, y]);
      if (size === 0) break;
    }
  }
  return strokes;
}

/** Points along an arc of a circle, as SVG means it. */
function arc([x1, y1], [r, , , large, sweep], [x2, y2]) {
  const [dx, dy] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const half = Math.hypot(dx, dy) || 1e-9;
  const radius = Math.max(r, half);
  const lift = (Math.sqrt(Math.max(0, radius ** 2 - half ** 2)) / half) * (large === sweep ? -1 : 1);
  const [cx, cy] = [x1 + dx - lift * dy, y1 + dy + lift * dx];
  const begin = Math.atan2(y1 - cy, x1 - cx);
  let turn = Math.atan2(y2 - cy, x2 - cx) - begin;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const steps = Math.ceil(Math.abs(turn) * 8) + 1;
  return Array.from({ length: steps }, (_, n) => {
    const angle = begin + (turn * (n + 1)) / steps;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

class Picture {
  constructor(width, height) {
    Object.assign(this, { width, height, pixels: new Float32Array(width * height * 4) });
  }

  /** Paint where a distance is below nothing, softened over `soft` pixels. */
  paint(distance, [r, g, b], { alpha = 1, soft = 1, box = [0, 0, this.width, this.height] } = {}) {
    const [left, top, right, bottom] = box.map(Math.round);
    for (let y = Math.max(0, top); y < Math.min(this.height, bottom); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(this.width, right); x += 1) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5) / soft)) * alpha;
        if (cover > 0) this.#mix((y * this.width + x) * 4, [r, g, b], cover);
      }
    }
  }

  #mix(at, colour, cover) {
    const under = this.pixels[at + 3];
    const after = cover + under * (1 - cover);
    for (let n = 0; n < 3; n += 1) {
      this.pixels[at + n] = (colour[n] * cover + this.pixels[at + n] * under * (1 - cover)) / after;
    }
    this.pixels[at + 3] = after;
  }

  save(name) {
    const rows = Buffer.alloc((this.width * 4 + 1) * this.height);
    for (let n = 0; n < this.width * this.height; n += 1) {
      const at = n * 4 + Math.floor(n / this.width) + 1;
      for (let part = 0; part < 3; part += 1) rows[at + part] = Math.round(this.pixels[n * 4 + part]);
      rows[at + 3] = Math.round(this.pixels[n * 4 + 3] * 255);
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 6, 0, 0, 0], 8);
    const chunks = [
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(rows, { level: 9 })),
      chunk("IEND", Buffer.alloc(0)),
    ];
    writeFileSync(new URL(name, client), Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]));
  }
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** How far a point is from a rounded rectangle around the middle. */
function rounded(x, y, width, height, radius) {
  const dx = Math.abs(x) - width / 2 + radius;
  const dy = Math.abs(y) - height / 2 + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

function segment(x, y, from, to) {
  const x1 = from[0];
  const y1 = from[1];
  const dx = to[0] - x1;
  const dy = to[1] - y1;
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** A card of our own: its colour, a frame, and its number in round strokes. */
function card(picture, number, { x, y, width, angle = 0, face, shadow = 0.35 }) {
  const height = width * 1.3;
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)];
  const local =
    (distance, dy = 0) =>
    (px, py) => {
      const ox = px - x;
      const oy = py - y - dy;
      return distance(ox * cos - oy * sin, ox * sin + oy * cos);
    };
  const reach = height * 0.95;
  const box = [x - reach, y - reach, x + reach, y + reach];
  const sheet = (px, py) => rounded(px, py, width, height, width * 0.15);
  picture.paint(local(sheet, width * 0.08), [0, 0, 0], { alpha: shadow, soft: width * 0.16, box });
  const side = face.map((part) => part * 0.62);
  picture.paint(local(sheet, width * 0.04), side, { box });
  picture.paint(local(sheet), face, { box });
  const line = (px, py) => Math.abs(rounded(px, py, width * 0.84, height * 0.87, width * 0.1)) - width * 0.008;
  picture.paint(local(line), WHITE, { alpha: 0.7, box });
  const digits = [...String(number)].map(Number);
  const wide = digits.length * STEP - STEP + 56;
  const scale = (width * 0.64) / Math.max(wide, 122);
  for (const [place, digit] of digits.entries()) {
    const lines = DIGITS[digit].flatMap((points) => points.slice(1).map((point, n) => [points[n], point]));
    const ink = (px, py) => {
      const dx = px / scale + wide / 2 - place * STEP;
      const dy = py / scale + 50;
      if (dx < -12 || dx > 68 || dy < -12 || dy > 112) return 9;
      let near = 99;
      for (const [from, to] of lines) near = Math.min(near, segment(dx, dy, from, to));
      return (near - 7.5) * scale;
    };
    picture.paint(local(ink), WHITE, { box });
  }
}

/** A lamp over a dark table. */
function table(picture, { x, y, radius }) {
  for (const [size, colour] of [
    [4, FELT],
    [2.2, FELT],
    [1, LAMP],
  ]) {
    const distance = (px, py) => Math.hypot((px - x) / 1.5, py - y) - radius * size * 0.5;
    picture.paint(distance, colour, { soft: radius * size, alpha: 0.75 });
  }
}

const inside = (width, height, radius) => (x, y) => rounded(x - width / 2, y - height / 2, width, height, radius);

function icon(name, size, { bleed }) {
  const picture = new Picture(size, size);
  picture.paint(inside(size, size, bleed ? 0 : size * 0.22), FELT);
  const width = size * (bleed ? 0.44 : 0.6);
  card(picture, 98, { x: size / 2, y: size * 0.49, width, face: [213, 48, 63] });
  picture.save(name);
}

function preview(name) {
  const picture = new Picture(1200, 630);
  picture.paint(() => -1, NIGHT);
  table(picture, { x: 600, y: 250, radius: 420 });
  const fan = [
    [17, 280, 352, -0.2, [86, 88, 200]],
    [44, 494, 314, -0.065, [0, 139, 141]],
    [73, 708, 314, 0.065, [178, 135, 0]],
    [98, 922, 352, 0.2, [213, 48, 63]],
  ];
  for (const [number, x, y, angle, face] of fan) card(picture, number, { x, y, width: 238, angle, face });
  picture.save(name);
}

icon("icon-192.png", 192, { bleed: false });
icon("icon-512.png", 512, { bleed: false });
icon("icon-maskable-512.png", 512, { bleed: true });
icon("apple-touch-icon.png", 180, { bleed: true });
preview("preview.png");
