// What a page without a server has to say wherever one is: how far Python is, what does not work here, a new version.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RoundButton } from "../parts/Icon";
import { alsoSpeak, t } from "../base/text";
import type { Python } from "./python";
import { newVersion, changeVersion } from "./version";
import "./status.css";

const spoken = signal(false);
const read = signal(false);

export function Status({ python }: { python: Python }) {
  useEffect(() => void alsoSpeak("static").then(() => (spoken.value = true)), []);
  if (!spoken.value) return null;
  return (
    <aside class="status" data-testid="status" data-state={python.progress.value.state}>
      <Progress python={python} />
      {newVersion.value && <NewVersion />}
    </aside>
  );
}

function Progress({ python }: { python: Python }) {
  const now = python.progress.value;
  if (now.state === "loading") {
    return (
      <label class="notice-box status-part">
        <span>{t("static.loading", { percent: Math.floor(now.share * 100) })}</span>
        <progress value={now.share} />
      </label>
    );
  }
  if (now.state === "away") {
    return (
      <div class="notice-box status-part" role="alert">
        <p>{t("static.away")}</p>
        <button type="button" class="quiet" onClick={() => void python.there().catch(() => null)}>
          {t("static.again")}
        </button>
      </div>
    );
  }
  if (now.state === "none") return <Remark text={t("static.none")} />;
  return now.kept ? null : <Remark text={t("static.unkept")} />;
}

/** Something to know, until it is put aside. */
function Remark({ text }: { text: string }) {
  if (read.value) return null;
  return (
    <div class="notice-box status-part" role="alert" data-testid="remark">
      <p>{text}</p>
      <RoundButton icon="close" label={t("close")} onClick={() => (read.value = true)} />
    </div>
  );
}

function NewVersion() {
  return (
    <div class="notice-box status-part" role="alert" data-testid="new-version">
      <p>{t("static.update")}</p>
      <div class="buttons">
        <button type="button" class="primary" data-testid="new-version-now" onClick={changeVersion}>
          {t("static.update.now")}
        </button>
        <button type="button" class="quiet" onClick={() => (newVersion.value = null)}>
          {t("static.update.later")}
        </button>
      </div>
    </div>
  );
}
