// A command told: its shape, what it means, how long it binds.
import { commandMeaning, shapeOf } from "../face";
import { Badge } from "../parts/Badge";
import { say } from "../text";

export function RuleText({ mark }: { mark: string }) {
  return (
    <div class="rule-text">
      <Badge mark={mark} />
      <div>
        <p>{commandMeaning(mark)}</p>
        <p class="dim">{say(`shape.${shapeOf(mark)}`)}</p>
      </div>
    </div>
  );
}
