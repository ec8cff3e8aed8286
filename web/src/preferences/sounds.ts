// Soft paper sounds, made on the spot.
import type { News, TableView } from "../base/protocol";
import { moves, preferences } from "./preferences";

const FANFARE = [392, 523, 659, 784, 659];
const CHORD = [523, 659, 784, 1047];

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!preferences.value.sound) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A brush of paper: a short breath of filtered noise. */
function paper(delay = 0, pitch = 1800, length = 0.09, volume = 0.22): void {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + delay;
  const noise = out.createBufferSource();
  const buffer = out.createBuffer(1, Math.ceil(out.sampleRate * length), out.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  noise.buffer = buffer;
  const filter = new BiquadFilterNode(out, { type: "bandpass", frequency: pitch, Q: 0.8 });
  const gain = new GainNode(out, { gain: volume });
  noise.connect(filter).connect(gain).connect(out.destination);
  noise.start(start);
}

/** A knock on wood: a soft tone that dies away. */
function knock(delay: number, frequency: number, volume = 0.16): void {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + delay;
  const tone = new OscillatorNode(out, { type: "triangle", frequency });
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
  tone.connect(gain).connect(out.destination);
  tone.start(start);
  tone.stop(start + 0.55);
}

export function chime(): void {
  knock(0, 523);
  knock(0.14, 784);
}

export function soundOf(news: News[], table: TableView): void {
  for (const { kind, move, drew } of news) {
    if (kind === "played" && move) {
      paper(0, move.retro ? 2600 : 1700);
      if (move.retro) paper(0.08, 3200, 0.07);
    }
    for (let n = 0; n < Math.min(drew, 4); n += 1) paper(0.18 + n * 0.09, 1100, 0.07, 0.12);
  }
  if (news.some(({ kind }) => kind === "played")) endSound(table);
}

/** A win: cards flutter to the mark, and a fanfare; a loss: two low notes. */
function endSound({ game }: TableView): void {
  if (game?.status === "lost") for (const [n, tone] of [330, 262].entries()) knock(0.25 + n * 0.17, tone);
  if (game?.status !== "won") return;
  const start = moves() ? 1 : 0.25;
  for (let n = 0; n < 14; n += 1) paper(start + n * 0.06, 1500 + n * 110, 0.06, 0.1);
  for (const [n, tone] of FANFARE.entries()) knock(start + 0.1 + n * 0.15, tone);
  for (const tone of CHORD) knock(start + 0.1 + FANFARE.length * 0.15, tone, 0.11);
}
