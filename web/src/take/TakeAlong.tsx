// One's own game, running or not, to go on with elsewhere: a link that holds all of it, or a file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { linkTo } from "../net/address";
import { ask } from "../net/api";
import { seatToken } from "../net/seats";
import { CopyField } from "../parts/CopyField";
import { Icon } from "../parts/Icon";
import { saveFile } from "../parts/saveFile";
import type { AskFile, GameFile } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { t } from "../base/text";
import { Problem } from "../parts/Problem";

/** A fresh deal that runs is taken along only on request: the file shows its cards, so that it is known from then on. */
export function TakeAlong({ code, fresh }: { code: string; fresh: boolean }) {
  const file = useSignal<GameFile | null>(null);
  const problem = useSignal("");
  const load = () => {
    const asked: AskFile = { token: seatToken(code) ?? "" };
    ask<GameFile>(`/api/tables/${code}/file`, { method: "POST", body: JSON.stringify(asked) }).then(
      (found) => (file.value = found),
      (error: unknown) => (problem.value = reasonOf(error)),
    );
  };
  useEffect(() => {
    if (!fresh && !file.value) load();
  }, [code, fresh]);
  const { name, text, link } = file.value ?? {};
  return (
    <div class="stack" data-testid="take-along">
      <p>{t("take.line")}</p>
      {fresh && (
        <>
          <p>{t("take.known")}</p>
          <button type="button" class="primary" data-testid="take-go" onClick={load}>
            {t("take.go")}
          </button>
        </>
      )}
      <Problem text={problem.value} />
      {link && <CopyField label={t("take.link")} text={linkTo(`/take#${link}`)} lines={3} testid="take-link" />}
      {name && text && (
        <button type="button" class="quiet" data-testid="take-file" onClick={() => saveFile(name, text)}>
          <Icon name="save" />
          <span>{t("stats.export")}</span>
        </button>
      )}
    </div>
  );
}
