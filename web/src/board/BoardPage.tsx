// The analysis board: set up a position, then ask the champion about it. The address holds the position.
import { path, place } from "../net/route";
import { Analysis } from "./Analysis";
import { read } from "./position";
import { Setup } from "./Setup";

export function BoardPage() {
  const position = read(place.value);
  const asks = path.value === "/board/analysis" && position !== null;
  return asks ? (
    <Analysis key={place.value} position={position} />
  ) : (
    <Setup start={position} broken={place.value !== "" && !position} />
  );
}
