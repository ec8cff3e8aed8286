// Play when you have time: a turn may wait for days; when to remind, and when a computer player moves.
import type { SettingsData, SlowData } from "../base/protocol";
import { t } from "../base/text";
import { Switch } from "../parts/Switch";
import "./slow.css";

const REMIND = [12, 24, 72];
const STAND_IN = [24, 72, 168];

interface Props {
  settings: SettingsData;
  onChange: (settings: SettingsData) => void;
}

export function SlowOptions({ settings, onChange }: Props) {
  const { slow } = settings;
  const change = (part: Partial<SlowData>) =>
    onChange({ ...settings, slow: { remind: null, stand_in: null, ...slow, ...part } });
  return (
    <>
      <Switch
        label={t("slow")}
        line={t("slow.line")}
        value={slow !== null}
        onChange={(on) => onChange({ ...settings, slow: on ? { remind: 24, stand_in: null } : null })}
        testid="option-slow"
      />
      {slow && (
        <div class="slow-options">
          <Hours
            label={t("slow.remind")}
            value={slow.remind}
            choices={REMIND}
            onChange={(remind) => change({ remind })}
            testid="slow-remind"
          />
          <Hours
            label={t("slow.standIn")}
            value={slow.stand_in}
            choices={STAND_IN}
            onChange={(stand_in) => change({ stand_in })}
            testid="slow-stand-in"
          />
        </div>
      )}
    </>
  );
}

interface HoursProps {
  label: string;
  value: number | null;
  choices: number[];
  onChange: (hours: number | null) => void;
  testid: string;
}

function Hours({ label, value, choices, onChange, testid }: HoursProps) {
  const all = value === null || choices.includes(value) ? choices : [...choices, value].toSorted((a, b) => a - b);
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={String(value ?? 0)}
        onChange={(event) => onChange(Number(event.currentTarget.value) || null)}
        data-testid={testid}
      >
        <option value="0">{t("slow.never")}</option>
        {all.map((hours) => (
          <option key={hours} value={String(hours)}>
            {hours % 24 ? t("slow.hours", { count: hours }) : t("slow.days", { count: hours / 24 })}
          </option>
        ))}
      </select>
    </label>
  );
}
