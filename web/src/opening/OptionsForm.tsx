// Everything a host may choose beyond the edition, each with its one line.
import { Choice } from "../parts/Choice";
import { Later } from "../parts/Later";
import { Switch } from "../parts/Switch";
import type { SettingsData } from "../base/protocol";
import { say, t, withTexts } from "../base/text";
import { editionFrom, PARTS, partsOf } from "./edition";
import { withEdition, withRules } from "./options";

const loadMapForm = withTexts("learn", async () => (await import("./CommandMapForm")).CommandMapForm);

export interface OptionsProps {
  settings: SettingsData;
  onChange: (settings: SettingsData) => void;
  /** One person plays here, alone or with computer players. */
  alone: boolean;
}

export function OptionsForm({ settings, onChange, alone }: OptionsProps) {
  const { rules } = settings;
  const parts = partsOf(rules.edition);
  const many = rules.players > 1;
  return (
    <div class="stack options">
      <fieldset>
        <legend>{t("options.combine")}</legend>
        {PARTS.map((part) => (
          <Switch
            key={part}
            label={say(`edition.${part}.name`) ?? part}
            line={say(`edition.${part}.line`) ?? ""}
            value={parts.includes(part)}
            onChange={(on) =>
              onChange(withEdition(settings, editionFrom(on ? [...parts, part] : parts.filter((one) => one !== part))))
            }
            testid={`part-${part}`}
          />
        ))}
      </fieldset>
      {parts.includes("extreme") && <Later load={loadMapForm} props={{ settings, onChange }} />}
      <fieldset>
        <legend>{t("options.table")}</legend>
        <Switch
          label={t("options.undo")}
          line={t(alone ? "options.undo.line" : "options.undo.seen")}
          value={settings.undo ?? alone}
          onChange={(undo) => onChange({ ...settings, undo })}
          testid="option-undo"
        />
        <Switch
          label={t("options.hints")}
          line={t("options.hints.line")}
          value={settings.hints}
          onChange={(hints) => onChange({ ...settings, hints })}
        />
        {many && (
          <>
            {rules.talk !== "none" && (
              <Switch
                label={t("options.chat")}
                line={t("options.chat.line")}
                value={settings.chat}
                onChange={(chat) => onChange({ ...settings, chat })}
                testid="option-chat"
              />
            )}
            {!settings.slow && (
              <Switch
                label={t("options.away")}
                line={t("options.away.line")}
                value={settings.away === "bot"}
                onChange={(on) => onChange({ ...settings, away: on ? "bot" : "wait" })}
              />
            )}
            <Switch
              label={t("options.private")}
              line={t("options.private.line")}
              value={settings.private}
              onChange={(on) => onChange({ ...settings, private: on })}
              testid="option-private"
            />
            <Switch
              label={t("options.approval")}
              line={t("options.approval.line")}
              value={settings.approval}
              onChange={(on) => onChange({ ...settings, approval: on })}
              testid="option-approval"
            />
            <Choice
              legend={t("options.talk")}
              value={rules.talk ?? "standard"}
              options={[
                { value: "standard", label: t("talk.standard") },
                { value: "permissive", label: t("talk.permissive") },
                { value: "none", label: t("talk.none") },
              ]}
              onChange={(talk) => onChange(withRules(settings, { talk }))}
            />
            <p class="dim">{say(`talk.${rules.talk ?? "standard"}.line`)}</p>
          </>
        )}
      </fieldset>
      <fieldset>
        <legend>{t("options.rules")}</legend>
        <Switch
          label={t("options.lenient")}
          line={t("options.lenient.line")}
          value={rules.short_hand === "lenient"}
          onChange={(on) => onChange(withRules(settings, { short_hand: on ? "lenient" : "strict" }))}
        />
        {parts.includes("extreme") && (
          <Switch
            label={t("options.strict")}
            line={t("options.strict.line")}
            value={rules.one_pile === "strict"}
            onChange={(on) => onChange(withRules(settings, { one_pile: on ? "strict" : "standard" }))}
          />
        )}
        <Switch
          label={t("options.history")}
          line={t("options.history.line")}
          value={rules.open_history === true}
          onChange={(open_history) => onChange(withRules(settings, { open_history }))}
        />
      </fieldset>
    </div>
  );
}
