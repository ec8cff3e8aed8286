import { preferences, prefer } from "../preferences/preferences";
import { Switch } from "../parts/Switch";
import { t, type Key } from "../base/text";
import { SHORTCUTS } from "./shortcuts";

export function KeyList({ keys: list = SHORTCUTS }: { keys?: [string[], Key][] }) {
  return (
    <div class="stack">
      <dl class="keys">
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
