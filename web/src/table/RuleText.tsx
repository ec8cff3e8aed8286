// A command told: its shape, what it means, how long it binds.
import { commandMeaning, shapeOf } from "../base/view";
import { Badge } from "../parts/Badge";
import type { MarkName } from "../base/protocol";
import { say, t } from "../base/text";
import { closeSheet } from "./sheet";

export function RuleText({ mark }: { mark: MarkName }) {
  return (
    <div class="rule-text">
      <Badge mark={mark} />
      <div>
        <p>{commandMeaning(mark)}</p>
        <p class="dim">{say(`shape.${shapeOf(mark)}`)}</p>
        <a class="rule-link" href={`/rules#${mark === "fire" ? "on-fire" : mark}`} onClick={closeSheet}>
          {t("rules")}
        </a>
      </div>
    </div>
  );
}
