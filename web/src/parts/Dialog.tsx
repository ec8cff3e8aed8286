// A sheet over the page, or a popover beside what it speaks of: focus goes in, Escape or a tap outside closes it, focus comes back.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../base/text";
import { Icon } from "./Icon";
import { LiveRegion } from "./Notices";

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  testid: string;
  /** Puts it beside what it speaks of: then it is a popover. */
  stand?: ((dialog: HTMLElement) => void) | undefined;
}

export function Dialog({ title, onClose, children, testid, stand }: Props) {
  const sheet = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    if (dialog) stand?.(dialog);
    dialog?.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return () => {
      gone.current = true; // the browser tells of the closing later, when another sheet may lie here
      dialog?.close();
    };
  }, []);
  const closed = () => gone.current || onClose();
  return (
    <dialog
      ref={sheet}
      class={stand ? "dialog popover" : "dialog"}
      aria-labelledby={id}
      data-testid={testid}
      onClose={closed}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
        <button type="button" class="round dialog-close" aria-label={t("close")} onClick={() => sheet.current?.close()}>
          <Icon name="close" />
        </button>
        <LiveRegion />
      </div>
    </dialog>
  );
}
