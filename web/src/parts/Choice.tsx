// One of a few: radio buttons that look like a strip of labels.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props<T extends string> {
  legend: string;
  value: T;
  /** Each with its words, and where it is about looks with a picture above them. */
  options: readonly { value: T; label: string; picture?: ComponentChildren }[];
  onChange: (value: T) => void;
  testid?: string;
  hidden?: boolean;
}

export function Choice<T extends string>({ legend, value, options, onChange, testid, hidden = false }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="choice" data-testid={testid}>
      <legend class={hidden ? "unseen" : undefined}>{legend}</legend>
      <div class="choice-strip">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.picture}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
