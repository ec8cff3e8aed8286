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

/** A page with nothing else on it. */
export function Nothing({ title, text, testid, children }: Props & { title: string }) {
  return (
    <section class="stack nothing" data-testid={testid}>
      <Places />
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
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
