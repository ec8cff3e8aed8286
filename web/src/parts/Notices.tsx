// What was not possible, shown for a moment; and the live region that speaks every event.
import { useLayoutEffect, useRef } from "preact/hooks";
import { hideNotice, notice, spoken, type Notice } from "../notice";
import { Icon } from "./Icon";

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

/** A popover, so that it lies above an open dialog too. */
function Note({ note }: { note: Notice }) {
  const element = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => element.current?.showPopover(), []);
  return (
    <button
      ref={element}
      type="button"
      popover="manual"
      class={`notice notice-${note.kind}`}
      onClick={hideNotice}
      data-testid="notice"
    >
      {note.kind === "refusal" && <Icon name="warn" />}
      <span>{note.text}</span>
    </button>
  );
}
