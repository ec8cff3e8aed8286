// The sheet that lies over the table, if any.
import { KnownText } from "../parts/Known";
import { Dialog } from "../parts/Dialog";
import { Later } from "../parts/Later";
import { PreferencesForm } from "../parts/PreferencesForm";
import type { Move } from "../base/move";
import type { TableView, ToldLoss } from "../base/protocol";
import type { Playing } from "../session/session";
import { say, t, withTexts } from "../base/text";
import { commandName, directionText } from "../base/view";
import { move } from "./acts";
import { CommandMap } from "./CommandMap";
import { KeyList } from "./KeyList";
import { Log } from "./Log";
import { Menu } from "./Menu";
import { PileSheet } from "./PileSheet";
import { RuleText } from "./RuleText";
import { SeatSheet } from "./SeatSheet";
import { standBy } from "./stand";
import { closeSheet, sheet, type Sheet } from "./sheet";
import "./sheets.css";

const loadTake = withTexts("after", async () => (await import("../take/TakeAlong")).TakeAlong);

export function Sheets({ play }: { play: Playing }) {
  const open = sheet.value;
  if (!open) return null;
  return (
    <Dialog
      key={open.kind}
      title={titleOf(play, open)}
      onClose={closeSheet}
      testid={`sheet-${open.kind}`}
      stand={open.kind === "pile" ? standBy(open.letter) : undefined}
    >
      <Content play={play} open={open} />
    </Dialog>
  );
}

function titleOf(play: Playing, open: Sheet): string {
  const table = play.table.value;
  if (open.kind === "pile") {
    const rising = table.game?.piles.find(({ letter }) => letter === open.letter)?.rising ?? true;
    return t("pile.label", { pile: open.letter, direction: directionText(rising) });
  }
  if (open.kind === "seat") return table.seats[open.seat]?.name ?? "";
  if (open.kind === "rule") return commandName(open.mark);
  if (open.kind === "risk") return t("risk.title");
  if (open.kind === "take") return t("menu.take");
  return t(open.kind);
}

function Content({ play, open }: { play: Playing; open: Sheet }) {
  const table = play.table.value;
  if (open.kind === "pile") return <PileSheet play={play} letter={open.letter} />;
  if (open.kind === "seat") return <SeatSheet play={play} seat={open.seat} />;
  if (open.kind === "rule") return <RuleText mark={open.mark} />;
  if (open.kind === "risk") return <Risk play={play} chosen={open.move} reason={open.reason} />;
  if (open.kind === "menu") return <Menu play={play} />;
  if (open.kind === "keys") return <KeyList />;
  if (open.kind === "settings") return <PreferencesForm />;
  if (open.kind === "map" && table.map) {
    return <CommandMap map={table.map} held={table.game?.hand.map(({ card }) => card) ?? []} />;
  }
  if (open.kind === "take") return <Later load={loadTake} props={{ code: table.code, fresh: isFresh(table) }} part />;
  if (open.kind === "known") return <KnownText why={table.game?.known ?? ""} />;
  return <Log play={play} turns={table.game?.turns ?? []} />;
}

const isFresh = ({ game }: TableView): boolean => game?.status === "playing" && game.known === null;

function Risk({ play, chosen, reason }: { play: Playing; chosen: Move; reason: ToldLoss }) {
  const confirm = () => {
    closeSheet();
    move(play, chosen);
  };
  const what = chosen === "end" ? t("risk.end") : t("risk.card", { ...chosen });
  return (
    <div class="stack">
      <p>{what}</p>
      <p class="risk-reason">{say(`risk.${reason}`) ?? say(`reason.${reason}`)}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={closeSheet} data-testid="risk-back">
          {t("risk.back")}
        </button>
        <button type="button" class="danger" onClick={confirm} data-testid="risk-confirm">
          {t("risk.confirm")}
        </button>
      </div>
    </div>
  );
}
