import { t } from "../text";
import { OptionsForm } from "./OptionsForm";
import type { Settings } from "./options";

export function MoreOptions(props: { settings: Settings; onChange: (settings: Settings) => void }) {
  return (
    <details class="more" data-testid="more-options">
      <summary>{t("options")}</summary>
      <OptionsForm {...props} />
    </details>
  );
}
