// The link to this table: to copy, to share, to scan.
import { host } from "#host";
import { useEffect, useRef } from "preact/hooks";
import { linkTo } from "../net/address";
import { loadInfo } from "../net/api";
import { Icon } from "../parts/Icon";
import { show } from "../base/notice";
import { language, t } from "../base/text";

export function Invitation({ code }: { code: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void loadInfo().catch(() => null), []);
  // A messenger that shows a preview of the link speaks the language of who sent it.
  const link = linkTo(`/t/${code}?lang=${language.value}`);
  if (host.alone) return null;
  const copy = async () => {
    // On plain http in a local network there is no clipboard to ask; the selected text then is copied the old way.
    field.current?.select();
    await (navigator.clipboard?.writeText(link) ?? Promise.resolve(document.execCommand("copy")));
    show(t("invite.copied"));
  };
  return (
    <section class="panel rows invite" aria-label={t("invite")}>
      <h2>{t("invite")}</h2>
      <img class="qr" src={`/api/tables/${code}/qr.svg`} width="180" height="180" alt={t("invite.qr")} />
      <p class="code" data-testid="table-code">
        {code}
      </p>
      <input ref={field} readOnly value={link} aria-label={t("invite.link")} data-testid="table-link" />
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => void copy()} data-testid="copy-link">
          <Icon name="copy" />
          <span>{t("invite.copy")}</span>
        </button>
        {"share" in navigator && (
          <button
            type="button"
            class="quiet"
            onClick={() => void navigator.share({ url: link, title: "nonante" }).catch(() => null)}
          >
            <Icon name="share" />
            <span>{t("invite.share")}</span>
          </button>
        )}
      </div>
    </section>
  );
}
