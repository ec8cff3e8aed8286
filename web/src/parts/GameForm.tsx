// A game from a file or a link, handed on as text; what is wrong with it is said below.
import { useSignal } from "@preact/signals";
import { reasonOf } from "../net/refusing";
import { t } from "../base/text";

const MOST = 400_000;

interface GameFormProps {
  label: string;
  open: (text: string) => Promise<void>;
}

export function GameForm({ label, open }: GameFormProps) {
  const text = useSignal("");
  const problem = useSignal("");
  const give = (given: string) => open(given).catch((error: unknown) => void (problem.value = reasonOf(error)));
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST) problem.value = t("replay.tooLarge");
    else await give(await file.text());
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void give(text.value);
  };
  return (
    <form class="panel stack" onSubmit={submit} aria-label={label}>
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
