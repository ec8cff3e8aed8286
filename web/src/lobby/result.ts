import { signal } from "@preact/signals";

/** Whether this person looks at the result again while the others are back in the lobby. */
export const resultShown = signal(false);
