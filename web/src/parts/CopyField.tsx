// A text to take along: selected, so that it can be copied also where a page has no clipboard (plain http).
import { useEffect, useRef } from "preact/hooks";
import { show } from "../base/notice";
import { t } from "../base/text";
import { Icon } from "./Icon";

interface Props {
  label: string;
  text: string;
  /** Text of several lines. */
  lines?: number;
  testid: string;
  /** Take the focus, with everything selected. */
  eager?: boolean;
}

export function CopyField({ label, text, lines = 1, testid, eager = false }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!eager) return;
    field.current?.focus();
    select(field.current);
  }, [text]);
  const copy = async () => {
    select(field.current);
    if (await copied(text)) show(t("copy.done"));
  };
  return (
    <div class="copy rows">
      <label class="field">
        <span>{label}</span>
        <textarea
          ref={field}
          readOnly
          rows={lines}
          wrap={lines < 3 ? "off" : "soft"}
          value={text}
          data-testid={testid}
          onFocus={(event) => select(event.currentTarget)}
        />
      </label>
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => void copy()} data-testid={`${testid}-copy`}>
          <Icon name="copy" />
          <span>{t("copy")}</span>
        </button>
        {"share" in navigator && (
          <button type="button" class="quiet" onClick={() => void navigator.share({ text }).catch(() => null)}>
            <Icon name="share" />
            <span>{t("invite.share")}</span>
          </button>
        )}
      </div>
    </div>
  );
}

/** Select everything, and leave its beginning in sight: a link may be long. */
function select(field: HTMLTextAreaElement | null): void {
  field?.select();
  field?.scrollTo(0, 0);
}

/** Hand a text on with one tap: the device's own way, else the clipboard; false where neither works. */
export async function handOn(text: string): Promise<boolean> {
  if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
    await navigator.share({ text }).catch(() => null);
    return true;
  }
  const done = await copied(text);
  if (done) show(t("copy.done"));
  return done;
}

/** Copy the newer way, or the older one; false where neither works and the selected text has to do. */
async function copied(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
