// What was not possible, shown for a moment; and the live region that speaks every event.
import { useLayoutEffect, useRef } from "preact/hooks";
import { hideNotice, notice, spoken, type Notice } from "../base/notice";
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

/** Let a note end where its place on the table ends; elsewhere it stays on top. */
function settle(element: HTMLElement | null, place: Notice["place"]): void {
  const under = document.querySelector(`.table > .${place}`)?.getBoundingClientRect();
  if (!element || !under || place === "top") return;
  element.style.setProperty("left", `${under.left + under.width / 2}px`);
  element.style.setProperty("max-width", `${under.width}px`);
  const bottom = Math.min(under.bottom, innerHeight - 4);
  element.style.setProperty("top", `${Math.max(8, bottom - element.offsetHeight)}px`);
}

/** A popover, so that it lies above an open dialog too. */
function Note({ note }: { note: Notice }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    element.current?.showPopover();
    settle(element.current, note.place);
  }, []);
  return (
    <section
      ref={element}
      popover="manual"
      class={`notice notice-${note.kind}`}
      aria-label={note.text}
      data-testid="notice"
    >
      <button type="button" onClick={hideNotice}>
        {note.kind === "refusal" && <Icon name="warn" />}
        <span>{note.text}</span>
      </button>
      {note.rule && <RuleLink rule={note.rule} onClick={hideNotice} />}
    </section>
  );
}
