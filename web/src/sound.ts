// Soft paper sounds, made on the spot. Off unless wanted.
import type { News, TableView } from "./protocol";
import { preferences } from "./preferences";

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
  const over = news.some(({ kind }) => kind === "played") && table.game?.status !== "playing";
  if (over) for (const [n, tone] of endTones(table).entries()) knock(0.25 + n * 0.17, tone);
}

function endTones({ game }: TableView): number[] {
  if (game?.status === "won") return [392, 494, 587, 784];
  return [330, 262];
}
