// Fields of forms, each with its name above.
import type { ComponentProps } from "preact";

type TextFieldProps = ComponentProps<"input"> & { label: string; set: (text: string) => void; testid?: string };

export function TextField({ label, set, testid, ...rest }: TextFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input {...rest} data-testid={testid} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}

interface FileFieldProps {
  label: string;
  take: (file: File | undefined) => void;
  testid: string;
}

/** A JSON file of this device. */
export function FileField({ label, take, testid }: FileFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="file"
        accept=".json,application/json"
        data-testid={testid}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
    </label>
  );
}
