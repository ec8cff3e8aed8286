// Friends cannot come to a page that runs on this device alone.
import { t } from "../base/text";

export function NeedsServer() {
  return (
    <div class="stack" data-testid="needs-server">
      <p>{t("static.friends")}</p>
      <p class="dim">{t("static.friends.how")}</p>
    </div>
  );
}
