// Nothing here yet: the places of 1 and 100, one sentence, and at most one way on.
import type { ComponentChildren } from "preact";
import { Icon } from "./Icon";
import { Numeral } from "./Numeral";
import "./empty.css";

interface Props {
  text: string;
  testid?: string;
  children?: ComponentChildren;
}

export function Empty({ text, testid, children }: Props) {
  return (
    <div class="empty">
      <Places />
      <p data-testid={testid}>{text}</p>
      {children}
    </div>
  );
}

/** Where cards will lie, one day. */
export function Places() {
  return (
    <span class="places" aria-hidden="true">
      <span class="bare">
        <Numeral value={1} />
        <Icon name="up" />
      </span>
      <span class="bare">
        <Numeral value={100} />
        <Icon name="down" />
      </span>
    </span>
  );
}
