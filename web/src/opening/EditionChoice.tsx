// Which game: five common editions, each with a line on what it is.
import { Choice } from "../parts/Choice";
import { editionName } from "../base/view";
import { say, t } from "../base/text";
import { EDITIONS } from "./edition";

export function EditionChoice({ value, onChange }: { value: string; onChange: (edition: string) => void }) {
  const options = EDITIONS.includes(value) ? EDITIONS : [...EDITIONS, value];
  return (
    <div class="rows">
      <Choice
        legend={t("edition")}
        value={value}
        options={options.map((edition) => ({ value: edition, label: editionName(edition) }))}
        onChange={onChange}
        testid="edition"
        hidden
      />
      <p class="dim" aria-live="polite">
        {value
          .split("+")
          .map((part) => say(`edition.${part}.line`))
          .join(" ")}
      </p>
    </div>
  );
}
