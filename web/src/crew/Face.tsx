// Five faces: rounded squares with eyes and a mouth, and never a numeral, which would speak of a card.
import { useId } from "preact/hooks";
import { t } from "../base/text";
import "./face.css";

/** Eyes and mouth of each, in a square of 40. */
const FACES = [
  "M14 14v5M26 14v5M12 26q8 6 16 0",
  "M11 18q3-5 6 0M23 18q3-5 6 0M13 27h14",
  "M14 16v.1M26 16v.1M12 24q8 12 16 0Z",
  "M14 15v3M26 15v3M14 26q6 4 12 0",
  "M11 16h6M23 16h6M15 27q5-4 10 0",
];

export function Face({ face, label }: { face: number; label?: string }) {
  return (
    <svg
      class="smile"
      data-face={face}
      viewBox="0 0 40 40"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <rect width="40" height="40" rx="12" />
      <path d={FACES[face] ?? FACES[0]} />
    </svg>
  );
}

export function Faces({ faces }: { faces: number[] }) {
  return (
    <span class="face-row" aria-hidden="true">
      {faces.map((face, place) => (
        <Face key={place} face={face} />
      ))}
    </span>
  );
}

export function FaceChoice({ value, onChange }: { value: number; onChange: (face: number) => void }) {
  const name = useId();
  return (
    <fieldset class="wrap face-choice" data-testid="face">
      <legend>{t("crew.face")}</legend>
      {FACES.map((_, face) => (
        <label key={face}>
          <input type="radio" name={name} checked={face === value} onChange={() => onChange(face)} />
          <Face face={face} label={t("crew.face.name", { face: "ABCDE"[face] })} />
        </label>
      ))}
    </fieldset>
  );
}
