// The door to the sounds: nothing is fetched unless they are wanted.
import { prefer, preferences } from "./preferences";
import type { News, TableView } from "../base/protocol";

type Sounds = typeof import("./sounds");

export const chime = (): void => withSounds((sounds) => sounds.chime());
export const warning = (): void => withSounds((sounds) => sounds.warning());

export function soundOf(news: News[], table: TableView): void {
  if (news.length > 0) withSounds((sounds) => sounds.soundOf(news, table));
}

/** Turn the sounds on or off; on, one hears at once what they are like. */
export function setSound(on: boolean): void {
  prefer({ sound: on });
  chime();
}

/** Where nobody has answered, playing without sounds is the answer. */
export function stopOffering(): void {
  if (preferences.peek().sound === null) prefer({ sound: false });
}

function withSounds(act: (sounds: Sounds) => void): void {
  if (!preferences.peek().sound) return;
  void import("./sounds").then(act).catch(() => null);
}
