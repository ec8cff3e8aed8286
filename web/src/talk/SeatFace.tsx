// The face somebody has just made, at their seat; faces are fetched with the first one.
import { Later } from "../parts/Later";
import { faces } from "../session/talk";

const loadFace = async () => (await import("./Emote")).Face;

export function SeatFace({ seat }: { seat: number }) {
  const face = faces.value[seat];
  return face ? <Later key={face.id} load={loadFace} props={{ seat, emote: face.emote }} part /> : null;
}
