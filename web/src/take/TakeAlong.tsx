// One's own game, running or not, to go on with elsewhere: a link that holds all of it, or a file.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { linkTo } from "../net/address";
import { ask } from "../net/api";
import { seatToken } from "../net/seats";
import { CopyField } from "../parts/CopyField";
import { Icon } from "../parts/Icon";
import { saveFile } from "../parts/saveFile";
import type { AskFile, GameFile } from "../protocol";
import { reasonOf } from "../replay/address";
import { t } from "../text";
import "../styles/after.css";

export function TakeAlong({ code }: { code: string }) {
  const file = useSignal<GameFile | null>(null);
  const problem = useSignal("");
  useEffect(() => {
    const asked: AskFile = { token: seatToken(code) ?? "" };
    ask<GameFile>(`/api/tables/${code}/file`, { method: "POST", body: JSON.stringify(asked) }).then(
      (found) => (file.value = found),
      (error: unknown) => (problem.value = reasonOf(error)),
    );
  }, [code]);
  const { name, text, link } = file.value ?? {};
  return (
    <div class="stack" data-testid="take-along">
      <p>{t("take.line")}</p>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
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
