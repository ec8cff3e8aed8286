// What was not possible, shown for a moment; and the live region that speaks every event.
import { useLayoutEffect, useRef } from "preact/hooks";
import { hideNotice, notice, spoken, type Notice } from "../notice";
import { Icon } from "./Icon";
import { RuleLink } from "./RuleLink";

export function Notices() {
  return (
    <>
      <LiveRegion />
      {notice.value && <Note key={notice.value.id} note={notice.value} />}
    </>
  );
}

export function LiveRegion() {
  return (
    <output class="unseen live" data-testid="live">
      {spoken.value}
    </output>
  );
}

function liftAboveHand(element: HTMLElement | null): void {
  const hand = document.querySelector("[data-place=hand]")?.getBoundingClientRect();
  if (!element || !hand) return;
  const top = Math.min(hand.top, innerHeight) - element.offsetHeight - 6;
  element.style.setProperty("top", `${Math.max(8, top)}px`);
}

/** A popover, so that it lies above an open dialog too. */
function Note({ note }: { note: Notice }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current?.showPopover();
    if (note.place === "hand") liftAboveHand(element.current);
  }, []);
  return (
    <div ref={element} popover="manual" class={`notice notice-${note.kind}`} data-testid="notice">
      <button type="button" onClick={hideNotice}>
        {note.kind === "refusal" && <Icon name="warn" />}
        <span>{note.text}</span>
      </button>
      {note.rule && <RuleLink rule={note.rule} onClick={hideNotice} />}
    </div>
  );
}
