// Our own numerals: one round stroke each, so that a card reads the same on every machine and in the picture.
export const DIGITS = [
  "M8 29a20 20 0 0 1 40 0v42a20 20 0 0 1-40 0Z",
  "M12 25 32 8v84",
  "M8 28A20 20 0 1 1 44.500 39.500L9 92h39",
  "M10 18A20 20 0 1 1 28 47.500A22.500 22.500 0 1 1 7 79",
  "M38 92V8L7 67h42",
  "M45 8H16l-3.500 39A23.500 23.500 0 1 1 7 81",
  "M37 8 10.500 59.500M28 50a21 21 0 1 1 0 42a21 21 0 0 1 0-42Z",
  "M8 8h40L21 92",
  "M28 8a19 19 0 1 1 0 38.500a19 19 0 0 1 0-38.500ZM28 47a22.500 22.500 0 1 1 0 45a22.500 22.500 0 0 1 0-45Z",
  "M19 92 45.500 40.500M28 50a21 21 0 1 1 0-42a21 21 0 0 1 0 42Z",
];
export const DIGIT_STEP = 66;

export function Numeral({ value }: { value: number }) {
  const digits = [...String(value)].map(Number);
  const width = digits.length * DIGIT_STEP - DIGIT_STEP + 56;
  return (
    <svg class="numeral" viewBox={`-2 -2 ${width + 4} 104`} aria-hidden="true" data-digits={digits.length}>
      {digits.map((digit, place) => (
        <path key={place} d={DIGITS[digit] ?? ""} transform={`translate(${place * DIGIT_STEP} 0)`} />
      ))}
    </svg>
  );
}
