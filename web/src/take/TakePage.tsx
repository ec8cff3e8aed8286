// A game that was begun elsewhere: opened here as a table of one's own, and played on.
import { ask } from "../net/api";
import { keepSeat } from "../net/seats";
import { show } from "../base/notice";
import { GameForm } from "../parts/GameForm";
import { Head } from "../parts/Head";
import type { Opened } from "../base/protocol";
import { reasonOf } from "../net/refusing";
import { go, place } from "../net/route";
import { t } from "../base/text";

export function TakePage() {
  const brought = place.value;
  const play = () => open(brought).catch((error: unknown) => show(reasonOf(error), "refusal"));
  return (
    <main class="after-page" data-testid="take">
      <Head />
      <h1>{t("bring")}</h1>
      <p>{t("bring.line")}</p>
      {brought ? (
        <p>
          <button type="button" class="primary" data-testid="take-here" onClick={() => void play()}>
            {t("bring.here")}
          </button>
        </p>
      ) : (
        <GameForm label={t("bring")} open={open} />
      )}
    </main>
  );
}

/** The text of a file, of a link, or what a link holds after its "#". */
async function open(given: string): Promise<void> {
  const text = given.match(/#([\w-]+)\s*$/)?.[1] ?? given;
  const { code, token } = await ask<Opened>("/api/file", { method: "POST", body: text });
  keepSeat(code, { token });
  go(`/t/${code}`);
}
