// Where the chat is: a column beside the page on a desktop, one tap away elsewhere; in the lobby, the game and the end.
import type { ComponentChildren } from "preact";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Later } from "../parts/Later";
import type { Playing } from "../session/session";
import { alsoSpeak, t } from "../base/text";
import "./talk.css";
import { beside, opened, talks, unread } from "../session/talk";

/** A page of the table with the chat beside it, where there is one and room for it. */
export function WithTalk({ play, children }: { play: Playing; children: ComponentChildren }) {
  const column = talks(play.table.value) && beside(play.table.value);
  return (
    <div class="with-talk" data-talk={column}>
      {children}
      {column && (
        <aside class="talk-column" aria-label={titleOf(play)} data-testid="chat-column">
          <h2>{titleOf(play)}</h2>
          <Later load={loadChat} props={{ play }} part />
        </aside>
      )}
      {opened.value && !column && talks(play.table.value) && (
        <Dialog title={titleOf(play)} onClose={() => (opened.value = false)} testid="sheet-chat">
          <Later load={loadChat} props={{ play }} part />
        </Dialog>
      )}
    </div>
  );
}

const loadChat = async () => (await withPeople(import("./Chat"))).Chat;

/** A part of the client together with the texts about people at a table. */
export async function withPeople<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, alsoSpeak("people")]);
  return loaded;
}

/** Opens the chat, and says how much is new in it. */
export function TalkButton({ play }: { play: Playing }) {
  const table = play.table.value;
  if (!talks(table) || beside(table)) return null;
  const count = unread(table);
  const label = count ? `${titleOf(play)}, ${t("chat.new", { count })}` : titleOf(play);
  return (
    <button
      type="button"
      class="round talk-button"
      aria-label={label}
      onClick={() => (opened.value = true)}
      data-testid="open-chat"
    >
      <Icon name={table.chat_closed === "chat-off" ? "smile" : "chat"} />
      {count > 0 && (
        <span class="unread" data-testid="unread" aria-hidden="true">
          {count > 9 ? "9+" : count}
        </span>
      )}
    </button>
  );
}

function titleOf(play: Playing): string {
  return t(play.table.value.chat_closed === "chat-off" ? "chat.reactions" : "chat.talk");
}
