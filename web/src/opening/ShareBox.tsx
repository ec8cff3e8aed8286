// A whole box as a link: to send, or to copy.
import { linkTo } from "../net/address";
import { show } from "../base/notice";
import { Icon } from "../parts/Icon";
import { t } from "../base/text";
import { boxPath, lacking, type Box } from "./box";

export function ShareBox({ box }: { box: Box }) {
  if (lacking(box)) return null;
  const link = linkTo(boxPath(box));
  const share = async () => {
    if (navigator.share) return navigator.share({ url: link, title: "nonante" }).catch(() => undefined);
    await navigator.clipboard?.writeText(link);
    show(t("invite.copied"));
  };
  return (
    <div class="line">
      <input readOnly value={link} aria-label={t("map.link")} data-testid="box-link" onFocus={selectAll} />
      <button type="button" class="quiet" onClick={() => void share()} data-testid="share-box">
        <Icon name="share" />
        <span>{t("map.share")}</span>
      </button>
    </div>
  );
}

const selectAll = (event: FocusEvent) => (event.currentTarget as HTMLInputElement).select();
