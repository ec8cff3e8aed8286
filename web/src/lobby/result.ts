// Whether this person looks at the result again while the others are back in the lobby.
import { signal } from "@preact/signals";

export const resultShown = signal(false);
