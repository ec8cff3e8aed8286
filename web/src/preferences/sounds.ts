// The sounds of the game, made on the spot from paper (noise) and wood (soft tones); all go through one volume.
import type { News, TableView } from "../base/protocol";
import { moves, preferences } from "./preferences";

const FANFARE = [392, 523, 659, 784, 659];
const CHORD = [523, 659, 784, 1047];

let context: AudioContext | null = null;
let master: GainNode | null = null;

/** Where sounds go, as loud as is preferred now. */
function output(): GainNode {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!master) {
    master = new GainNode(context);
    master.connect(context.destination);
  }
  master.gain.value = preferences.peek().volume;
  return master;
}

/** Something that begins at once at its volume and dies away. */
function fading(start: number, length: number, volume: number): GainNode {
  const out = output();
  const gain = new GainNode(out.context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(out);
  return gain;
}

/** A brush of paper: a short breath of filtered noise. */
function paper(delay = 0, pitch = 1800, length = 0.09, volume = 0.22): void {
  const out = output();
  const { context: audio } = out;
  const buffer = new AudioBuffer({ length: Math.ceil(audio.sampleRate * length), sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  noise
    .connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 }))
    .connect(new GainNode(audio, { gain: volume }))
    .connect(out);
  noise.start(audio.currentTime + delay);
}

/** A knock on wood: a soft tone that dies away, and may slide on its way. */
function knock(delay: number, frequency: number, volume = 0.16, slide = frequency): void {
  const { context: audio } = output();
  const start = audio.currentTime + delay;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency });
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(slide, start + 0.18);
  tone.connect(fading(start, 0.5, volume));
  tone.start(start);
  tone.stop(start + 0.55);
}

/** It is your turn. */
export function chime(): void {
  knock(0, 523);
  knock(0.14, 784);
}

/** This does not go, or it would lose: low and quiet, nothing to be startled by. */
export function warning(): void {
  knock(0, 220, 0.1);
  knock(0.11, 208, 0.08);
}

/** A card comes down: paper, then the wood of the table. */
function card(): void {
  paper(0, 1700);
  knock(0.05, 150, 0.07);
}

/** Ten back: the card leaps, and a tone leaps with it. */
function tenBack(): void {
  paper(0, 2600);
  knock(0.04, 440, 0.1, 880);
  paper(0.2, 1700, 0.07);
}

export function soundOf(news: News[], table: TableView): void {
  for (const { kind, move, drew } of news) {
    if (kind === "played" && move) (move.retro ? tenBack : card)();
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
