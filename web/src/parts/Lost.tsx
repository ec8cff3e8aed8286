// "Nobody answers": the same words on every page, which goes on trying by itself.
import { lost, offline } from "../net/line";
import { t } from "../base/text";
import { Icon } from "./Icon";

export function Lost() {
  if (!lost.value) return null;
  return (
    <span class="top-lost" data-testid="reconnecting">
      <Icon name="again" />
      {lostText()}
    </span>
  );
}

export function lostText(): string {
  return t(offline.value ? "lost.offline" : "reconnecting");
}
