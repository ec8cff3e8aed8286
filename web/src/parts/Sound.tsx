// Sounds on or off, and how loud: the same control in the settings and in the menu of a table.
import { prefer, preferences } from "../preferences/preferences";
import { chime, setSound } from "../preferences/sound";
import { t } from "../base/text";
import { Switch } from "./Switch";

export function Sound() {
  const { sound, volume } = preferences.value;
  return (
    <div class="sound">
      <Switch
        label={t("prefer.sound")}
        line={t("prefer.sound.line")}
        value={Boolean(sound)}
        onChange={setSound}
        testid="prefer-sound"
      />
      {sound && (
        <label class="switch">
          <span>{t("prefer.volume")}</span>
          <input
            type="range"
            min="0.1"
            max="1"
            step="0.1"
            value={volume}
            data-testid="prefer-volume"
            onInput={(event) => prefer({ volume: event.currentTarget.valueAsNumber })}
            onChange={chime}
          />
        </label>
      )}
    </div>
  );
}
