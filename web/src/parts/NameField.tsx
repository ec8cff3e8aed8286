import { prefer, preferences } from "../preferences/preferences";
import { t } from "../base/text";

export function NameField() {
  return (
    <label class="field">
      <span>{t("name")}</span>
      <input
        name="name"
        maxLength={20}
        autocomplete="username"
        placeholder={t("name.default")}
        value={preferences.value.name}
        data-testid="name"
        onInput={(event) => prefer({ name: event.currentTarget.value.trimStart() })}
      />
    </label>
  );
}
