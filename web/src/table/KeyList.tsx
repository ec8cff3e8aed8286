import { preferences, prefer } from "../preferences/preferences";
import { Switch } from "../parts/Switch";
import { t, type Key } from "../base/text";

const SHORTCUTS: [string[], Key][] = [
  [["1", "…", "9"], "keys.pick"],
  [["←", "→"], "keys.walk"],
  [["A", "B", "C", "D"], "keys.pile"],
  [["E"], "keys.end"],
  [["U"], "keys.undo"],
  [["H"], "keys.hint"],
  [["S"], "keys.signal"],
  [["L"], "keys.log"],
  [["T"], "keys.chat"],
  [["M"], "keys.menu"],
  [["Esc"], "keys.escape"],
  [["?"], "keys.list"],
];

export function KeyList({ keys: list = SHORTCUTS }: { keys?: [string[], Key][] }) {
  return (
    <div class="stack">
      <dl class="keys rows">
        {list.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t("keys.on")}
        value={preferences.value.shortcuts}
        onChange={(shortcuts) => prefer({ shortcuts })}
      />
    </div>
  );
}
