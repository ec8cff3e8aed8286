// Standing signals, on the pile or at the seat they speak of: loaded with the first one, which many games never have.
import type { TableView } from "../base/protocol";
import { Later } from "../parts/Later";

const loadChips = async () => (await import("./SignalChips")).SignalChips;

export function SignalMarks({ table, pile, seat }: { table: TableView; pile?: string; seat?: number }) {
  const marks = table.signals.filter((one) => (pile ? one.pile === pile : one.seat === seat && !one.pile));
  return marks.length > 0 ? <Later load={loadChips} part props={{ table, marks, owned: pile !== undefined }} /> : null;
}
