// Sounds at the table: one button to mute them, and a soft warning.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { notice } from "../base/notice";
import { Icon } from "../parts/Icon";
import { preferences } from "../preferences/preferences";
import { setSound, warning } from "../preferences/sound";
import { t } from "../base/text";
import { sheet } from "./sheet";

/** One tap, where there is room for a button; elsewhere the menu has it. */
export function SoundButton() {
  const on = Boolean(preferences.value.sound);
  return (
    <button
      type="button"
      class="round sound-button"
      aria-label={t("prefer.sound")}
      aria-pressed={on}
      data-testid="sound"
      onClick={() => setSound(!on)}
    >
      <Icon name={on ? "sound" : "mute"} />
    </button>
  );
}

/** A soft word of warning when something is refused, or would lose. */
export function useWarning(): void {
  useEffect(
    () =>
      effect(() => {
        if (notice.value?.kind === "refusal" || sheet.value?.kind === "risk") warning();
      }),
    [],
  );
}
