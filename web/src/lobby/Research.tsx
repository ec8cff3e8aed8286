// Whether the games of this table may be used for research, where the server asks: off unless everybody agrees.
import { t } from "../base/text";
import { Switch } from "../parts/Switch";
import type { Playing } from "../session/session";

export function Research({ play }: { play: Playing }) {
  const research = play.table.value.research;
  if (!research) return null;
  return (
    <Switch
      label={t("research")}
      line={t("research.line", { count: research.agreed, people: research.people })}
      value={research.mine}
      onChange={(on) => play.send({ type: "consent", on })}
      testid="research"
    />
  );
}
