// Where the popover about a pile stands.
import type { PileLetter } from "../base/protocol";

const EDGE = 8;
/** Of what it speaks of, so much may lie under it: the words at the lower edge, never the card. */
const LAP = 104;

/** Below what it speaks of or above it, and beside it where there is no such room. */
export const standBy =
  (letter: PileLetter) =>
  (dialog: HTMLElement): void => {
    const it = document.querySelector(`.pile:has([data-pile="${letter}"])`)?.getBoundingClientRect();
    if (!it) return;
    const { offsetWidth: width, offsetHeight: height } = dialog;
    const within = (at: number, size: number, all: number) => Math.max(EDGE, Math.min(at, all - size - EDGE));
    const beside = it.left + it.width / 2 < innerWidth / 2 ? it.right + EDGE : it.left - EDGE - width;
    const room = innerHeight - it.bottom + LAP - EDGE;
    const under = room >= Math.min(height, 200);
    // What comes later, such as a reason, makes it grow away from what it speaks of.
    const down = under && it.bottom + 2 * EDGE + height < innerHeight;
    const left = within(under ? it.left + it.width / 2 - width / 2 : beside, width, innerWidth);
    Object.assign(dialog.style, {
      left: `${left}px`,
      top: down ? `${it.bottom + EDGE}px` : under ? "auto" : `${within(it.top, height, innerHeight)}px`,
      bottom: down || !under ? "auto" : `${EDGE}px`,
      maxHeight: under ? `${room}px` : `${innerHeight - 2 * EDGE}px`,
    });
  };
