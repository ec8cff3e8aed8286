// Everything that is not needed in every turn.
import { Icon, type IconName } from "../parts/Icon";
import { Sound } from "../parts/Sound";
import { Later } from "../parts/Later";
import { Spectators } from "../parts/Spectators";
import { hasKeys } from "../preferences/keyboard";
import type { Playing } from "../session/session";
import { t, withTexts } from "../base/text";
import { people } from "../base/view";
import { closeSheet, sheet, type Sheet } from "./sheet";

const loadInGame = withTexts("people", async () => (await import("../lobby/InGame")).InGame);

export function Menu({ play }: { play: Playing }) {
  const table = play.table.value;
  const host = table.host === table.you;
  const pause = () => {
    play.send({ type: "pause", on: !table.paused });
    closeSheet();
  };
  return (
    <>
      <Spectators table={table} />
      <ul class="rows">
        <li>
          <Sound />
        </li>
        <Row icon="log" text={t("log")} act={to("log")} />
        {table.map && <Row icon="map" text={t("map")} act={to("map")} />}
        {host && table.seats.length > 1 && (
          <Row icon={table.paused ? "play" : "pause"} text={t(table.paused ? "resume" : "pause")} act={pause} />
        )}
        {table.you !== null && people(table) === 1 && (
          <Row icon="save" text={t("menu.take")} act={to("take")} testid="menu-take" />
        )}
        <li>
          <a class="row-button" href="/rules" onClick={closeSheet} data-testid="menu-rules">
            <Icon name="book" />
            <span>{t("rules")}</span>
          </a>
        </li>
        <Row icon="gear" text={t("settings")} act={to("settings")} />
        {hasKeys() && <Row icon="key" text={t("keys")} act={to("keys")} testid="menu-keys" />}
        <li>
          <a class="row-button" href="/" onClick={closeSheet}>
            <Icon name="close" />
            <span>{t("menu.leave")}</span>
            <small>{t("menu.keeps")}</small>
          </a>
        </li>
        {table.you !== null && (
          <li class="rows">
            <Later load={loadInGame} part props={{ play, close: closeSheet }} />
          </li>
        )}
      </ul>
    </>
  );
}

/** Open another sheet once this one has closed. */
const to = (kind: Extract<Sheet["kind"], "log" | "keys" | "settings" | "map" | "take">) => () => {
  closeSheet();
  setTimeout(() => (sheet.value = { kind }));
};

interface RowProps {
  icon: IconName;
  text: string;
  act: () => void;
  testid?: string;
}

function Row({ icon, text, act, testid }: RowProps) {
  return (
    <li>
      <button type="button" class="row-button" onClick={act} data-testid={testid}>
        <Icon name={icon} />
        <span>{text}</span>
      </button>
    </li>
  );
}
