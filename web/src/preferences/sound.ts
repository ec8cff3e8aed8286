// The door to the sounds: nothing is fetched unless they are wanted.
import { preferences } from "./preferences";
import type { News, TableView } from "../base/protocol";

type Sounds = typeof import("./sounds");

export const chime = (): void => withSounds((sounds) => sounds.chime());

export function soundOf(news: News[], table: TableView): void {
  if (news.length > 0) withSounds((sounds) => sounds.soundOf(news, table));
}

function withSounds(act: (sounds: Sounds) => void): void {
  if (!preferences.value.sound) return;
  void import("./sounds").then(act).catch(() => null);
}
