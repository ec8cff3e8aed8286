// One's level as a curve: fewer points given away stand higher.
import type { Level } from "./level";

const STROKE = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 2.5,
  "stroke-linejoin": "round",
  "stroke-linecap": "round",
  "vector-effect": "non-scaling-stroke",
} as const;

export function LevelCurve({ level: { curve } }: { level: Level }) {
  const most = Math.max(2, Math.ceil(Math.max(...curve)));
  const x = (n: number) => (curve.length > 1 ? (300 * n) / (curve.length - 1) : 150);
  const y = (points: number) => 4 + (points / most) * 92;
  const line = curve.map((points, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(points).toFixed(1)}`).join("");
  return (
    <div class="level-curve" aria-hidden="true">
      <small>0</small>
      <small>{most}</small>
      <svg viewBox="0 0 300 100" preserveAspectRatio="none">
        <path d="M0 4H300M0 50H300M0 96H300" stroke="var(--line)" vector-effect="non-scaling-stroke" />
        {curve.length > 1 && <path d={`${line}L300 100L0 100Z`} fill="currentColor" opacity="0.08" />}
        {curve.length > 1 ? <path d={line} {...STROKE} /> : <path d={`${line}h0.01`} {...STROKE} stroke-width="10" />}
      </svg>
    </div>
  );
}
