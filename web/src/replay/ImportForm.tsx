// A game from a record file or a link: the server checks it move by move.
import { useSignal } from "@preact/signals";
import { go } from "../route";
import { t } from "../text";
import { readGame, reasonOf, wholeAddress } from "./address";

const MOST = 400_000;

export function ImportForm({ page }: { page: string }) {
  const text = useSignal("");
  const problem = useSignal("");
  const open = async (given: string) => {
    try {
      const game = await readGame(given);
      go(wholeAddress(page, game));
      // The same page with another game: the address has changed without the browser saying so.
      dispatchEvent(new HashChangeEvent("hashchange"));
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST) problem.value = t("replay.tooLarge");
    else await open(await file.text());
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void open(text.value);
  };
  return (
    <form class="panel stack" onSubmit={submit} aria-label={t("replay.import")}>
      <label class="field">
        <span>{t("replay.file")}</span>
        <input
          type="file"
          accept=".json,application/json"
          data-testid="import-file"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      <label class="field">
        <span>{t("replay.link")}</span>
        <input
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          data-testid="import-link"
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      {problem.value && (
        <p class="problem" role="alert" data-testid="import-problem">
          {problem.value}
        </p>
      )}
      <button type="submit" class="primary" data-testid="import-open">
        {t("replay.open")}
      </button>
    </form>
  );
}
