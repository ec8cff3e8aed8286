// How many look on without a seat: nobody is watched unknowingly.
import type { TableView } from "../base/protocol";
import { t } from "../base/text";
import { Icon } from "./Icon";

export function Spectators({ table }: { table: TableView }) {
  if (!table.spectators) return null;
  return (
    <p class="dim" data-testid="spectators">
      <Icon name="eye" /> {t("spectators", { count: table.spectators })}
    </p>
  );
}
