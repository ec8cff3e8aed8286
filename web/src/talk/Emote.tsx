// Faces and signs without a word, drawn for this table.
import type { EmoteName } from "../base/protocol";
import { say } from "../base/text";

const ROUND = "M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18Z";
const PATHS: Record<EmoteName, string> = {
  bravo:
    "M12 3.200l2.700 5.500 6.100.900-4.400 4.300 1 6-5.400-2.900-5.400 2.900 1-6-4.400-4.300 6.100-.900ZM3 4l1.500 1.500M21 4l-1.500 1.500",
  heart:
    "M12 20.500S3.500 15.400 3.500 9.400A4.600 4.600 0 0 1 12 6.800a4.600 4.600 0 0 1 8.500 2.600c0 6-8.500 11.100-8.500 11.100Z",
  laugh: `${ROUND}M7.200 13.200h9.600a4.800 4.800 0 0 1-9.600 0ZM7.500 10l1.500-1.300L10.500 10M13.500 10 15 8.700l1.500 1.300`,
  wow: `${ROUND}M12 18a2.200 2.600 0 1 0 0-5.200a2.200 2.600 0 0 0 0 5.200ZM9 9v.200M15 9v.200`,
  alas: `${ROUND}M8.500 16.500c1-1.500 2.200-2 3.500-2s2.500.500 3.500 2M9 9.500v.100M15 9.500v.100M16.500 11.500c1 1.300 1 2.600 0 2.600s-1-1.300 0-2.600Z`,
};

export function EmoteIcon({ emote }: { emote: EmoteName }) {
  return (
    <svg class="icon emote" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[emote]} />
    </svg>
  );
}

export const emoteText = (emote: string): string => say(`emote.${emote}`) ?? emote;

/** A face somebody has just made, for their seat. */
export function Face({ seat, emote }: { seat: number; emote: EmoteName }) {
  return (
    <span class="seat-face" data-testid={`face-${seat}`} title={emoteText(emote)}>
      <EmoteIcon emote={emote} />
    </span>
  );
}
