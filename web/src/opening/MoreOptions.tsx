import { t } from "../base/text";
import { OptionsForm, type OptionsProps } from "./OptionsForm";

export function MoreOptions(props: OptionsProps) {
  return (
    <details class="more" data-testid="more-options">
      <summary>{t("options")}</summary>
      <OptionsForm {...props} />
    </details>
  );
}
