// On or off, with a word on what it does.
interface Props {
  label: string;
  line?: string;
  value: boolean;
  onChange: (value: boolean) => void;
  testid?: string;
}

export function Switch({ label, line, value, onChange, testid }: Props) {
  return (
    <label class="switch" data-testid={testid}>
      <span>
        {label}
        {line && <small>{line}</small>}
      </span>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
    </label>
  );
}
