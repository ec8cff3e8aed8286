// The sheet over a table, fetched when the first one opens.
import { Later } from "../parts/Later";
import type { Playing } from "../session/session";
import { sheet } from "./sheet";

export const loadSheets = async () => (await import("./Sheets")).Sheets;

export function LaterSheets({ play }: { play: Playing }) {
  return sheet.value ? <Later load={loadSheets} props={{ play }} /> : null;
}
