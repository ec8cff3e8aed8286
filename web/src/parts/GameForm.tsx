// A game from a file or a link, handed on as text; what is wrong with it is said below.
import { useSignal } from "@preact/signals";
import { reasonOf } from "../net/refusing";
import { t } from "../base/text";
import { FileField, TextField } from "./Fields";
import { Problem } from "./Problem";

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
      <FileField label={t("replay.file")} take={(file) => void take(file)} testid="import-file" />
      <TextField
        label={t("replay.link")}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        set={(given) => (text.value = given)}
        testid="import-link"
      />
      <Problem text={problem.value} testid="import-problem" />
      <button type="submit" class="primary" data-testid="import-open">
        {t("replay.open")}
      </button>
    </form>
  );
}
