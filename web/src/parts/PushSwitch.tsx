// Messages about slow games, on or off, for somebody who was asked before.
import { show } from "../base/notice";
import { t } from "../base/text";
import { Switch } from "./Switch";
import { able, turnOff, turnOn, wanted } from "../preferences/push";

async function set(on: boolean): Promise<void> {
  if (!on) await turnOff();
  else if (!(await turnOn().catch(() => false))) show(t("push.refused"), "refusal");
}

export function PushSwitch() {
  if (wanted.value === null || !able()) return null;
  return (
    <Switch
      label={t("push.setting")}
      line={t("push.setting.line")}
      value={wanted.value === "yes"}
      onChange={(on) => void set(on)}
      testid="prefer-push"
    />
  );
}
