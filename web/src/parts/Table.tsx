// A table of figures that scrolls sideways where it is too wide.
import type { ComponentChildren } from "preact";

export function Table({ heads, children }: { heads: string[]; children: ComponentChildren }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {heads.map((head, n) => (
              <th key={n} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
