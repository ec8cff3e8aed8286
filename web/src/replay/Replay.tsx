// A finished game to watch.
import { GamePage } from "./GamePage";
import { Watch } from "./Watch";

export const ReplayPage = () => <GamePage page="replay" title="replay.title" Game={Watch} />;
