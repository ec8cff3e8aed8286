// The level of one computer player.
import { say, t } from "../base/text";

interface Props {
  levels: string[];
  value: string;
  onChange: (level: string) => void;
  /** Whose level it is, where no label says so. */
  label?: string;
  testid?: string;
}

export function LevelSelect({ levels, value, onChange, label, testid }: Props) {
  return (
    <select
      aria-label={label ?? t("team.level")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-testid={testid}
    >
      {levels.map((level) => (
        <option key={level} value={level}>
          {say(`level.${level}.name`) ?? level}
        </option>
      ))}
    </select>
  );
}

/** The level wanted, or the best where there is no such level. */
export function knownLevel(levels: string[], wanted: string): string {
  return levels.includes(wanted) ? wanted : (levels.at(-1) ?? "");
}
