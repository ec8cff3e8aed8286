// A card that was laid takes the keyboard's focus with it; its neighbour gets it then.
import { useLayoutEffect, useRef } from "preact/hooks";

export function useKeptFocus() {
  const group = useRef<HTMLElement>(null);
  const place = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    buttons[Math.min(place.current, buttons.length - 1)]?.focus();
  });

  return {
    ref: group,
    onFocusIn: (event: FocusEvent) => {
      const buttons = [...(group.current?.querySelectorAll("button") ?? [])];
      place.current = buttons.indexOf(event.target as HTMLButtonElement);
    },
    onFocusOut: (event: FocusEvent) => {
      if (event.relatedTarget) place.current = null;
    },
  };
}
