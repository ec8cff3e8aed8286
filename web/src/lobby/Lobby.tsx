// Before the deal: who sits where, the link for friends, the settings.
import { useEffect } from "preact/hooks";
import { commandName, editionName, people } from "../base/view";
import { MoreOptions } from "../opening/MoreOptions";
import { lackingIn, unfinished } from "../opening/box";
import { isBrief } from "../history/brief";
import { teamDay } from "../history/days";
import { EditionChoice } from "../opening/EditionChoice";
import { withEdition, withRules } from "../opening/options";
import { SlowSwitch } from "../opening/SlowSwitch";
import { Choice } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Later } from "../parts/Later";
import { HomeLink } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import { ownSeats } from "../net/seats";
import { show } from "../base/notice";
import type { SettingsData, TableView } from "../base/protocol";
import type { Playing } from "../session/session";
import { TalkButton } from "../talk/Talk";
import { dateText, say, t, withTexts } from "../base/text";
import { Suggestion } from "./AfterGame";
import { Guests } from "./Guests";
import { Invitation } from "./Invitation";
import { LeaveButton } from "./LeaveButton";
import { LobbySeat } from "./LobbySeat";
import { Research } from "./Research";
import { resultShown } from "./result";
import { SitForm } from "./SitForm";
import { Spectators } from "../parts/Spectators";
import { TurnAlert } from "./TurnAlert";
import "./lobby.css";

const loadWebhook = withTexts("slow", async () => (await import("../slow/WebhookForm")).WebhookForm);
const loadInShort = withTexts("learn", async () => (await import("../rules/InShort")).InShort);

export function Lobby({ play }: { play: Playing }) {
  const table = play.table.value;
  const host = table.host === table.you && table.you !== null;
  const free = table.seats.filter((seat) => !seat).length;
  const day = firstDay(table);
  return (
    <main class="after-page lobby" data-testid="lobby">
      <header class="home-head">
        <HomeLink />
        <Lost />
        <TalkButton play={play} />
      </header>
      <h1>{t(table.deals ? "lobby.again" : "lobby.title", { edition: editionName(table.settings.rules.edition) })}</h1>
      {day && (
        <p data-testid="lobby-day">
          {weekAt(table.code)
            ? t("lobby.week")
            : t("lobby.day", { date: dateText(day, { day: "numeric", month: "long" }) })}
        </p>
      )}
      {table.you === null && free > 0 && <SitForm play={play} />}
      {table.you === null && isBrief.value && <Later load={loadInShort} part props={{}} />}
      {table.you === null && free === 0 && <p>{t("lobby.full")}</p>}
      {host && table.next_edition && table.deals > 0 && free === 0 && (
        <Suggestion play={play} edition={table.next_edition} />
      )}
      <div class="columns">
        <section class="panel" aria-label={t("players")}>
          <h2>{t("players")}</h2>
          <ol class="rows">
            {table.seats.map((_, seat) => (
              <LobbySeat key={seat} play={play} seat={seat} />
            ))}
          </ol>
          <Spectators table={table} />
          {host && <Guests play={play} />}
          {host ? (
            <button
              type="button"
              class="primary huge"
              data-testid="deal"
              aria-disabled={free > 0}
              onClick={() => deal(play)}
            >
              <Icon name="play" />
              <span>
                {t("deal")}
                {free > 0 && <small>{say("error.seats-empty", { count: free })}</small>}
              </span>
            </button>
          ) : (
            <p class="dim">{t("lobby.wait")}</p>
          )}
          <div class="buttons">
            {table.you !== null && !table.settings.slow && <TurnAlert />}
            {table.game && (
              <button type="button" class="quiet" data-testid="see-result" onClick={() => (resultShown.value = true)}>
                <Icon name="eye" />
                <span>{t("lobby.result")}</span>
              </button>
            )}
          </div>
          <Research play={play} />
        </section>
        <Invitation code={table.code} />
        {table.you !== null && table.settings.slow && (
          <Later load={loadWebhook} part props={{ code: table.code, own: host }} />
        )}
        {host && !day && (
          <section class="panel" aria-label={t("options")}>
            <h2>{t("options")}</h2>
            <HostSettings play={play} />
          </section>
        )}
      </div>
      <div>
        <LeaveButton play={play} />
      </div>
    </main>
  );
}

/** Deal, unless the host is still entering the numbers of a box: nobody has asked for another map. */
function deal(play: Playing): void {
  const lack = lackingIn(unfinished.value);
  if (lack) show(t("error.map-count", { ...lack, kind: commandName(lack.kind) }), "refusal", "top", "R7");
  else play.send({ type: "deal", day: firstDay(play.table.value) });
}

/** The day whose team deal this table was opened for, or a crew's week, until it is dealt. */
const firstDay = ({ code, deals }: TableView): string | null => (deals === 0 ? (teamDay(code) ?? weekAt(code)) : null);

const weekAt = (code: string): string | null => ownSeats.value[code]?.week ?? null;

function HostSettings({ play }: { play: Playing }) {
  const table = play.table.value;
  const settings = unfinished.value ?? table.settings;
  useEffect(() => () => void (unfinished.value = null), []);
  const seated = table.seats.filter(Boolean).length;
  const change = (next: SettingsData) => {
    unfinished.value = lackingIn(next) ? next : null;
    if (!unfinished.value) play.send({ type: "configure", settings: next });
  };
  return (
    <div class="stack">
      <Choice
        legend={t("friends.seats")}
        value={String(settings.rules.players)}
        options={["1", "2", "3", "4", "5"].filter((n) => Number(n) >= seated).map((value) => ({ value, label: value }))}
        onChange={(value) => change(withRules(settings, { players: Number(value) }))}
        testid="seats"
      />
      <EditionChoice value={settings.rules.edition} onChange={(edition) => change(withEdition(settings, edition))} />
      <SlowSwitch settings={settings} onChange={change} />
      <MoreOptions settings={settings} onChange={change} alone={table.seats.every(Boolean) && people(table) === 1} />
    </div>
  );
}
