// One line on top: whose turn it is and what it asks.
import { editionName, myTurn } from "../base/view";
import { headline } from "../session/news";
import { RoundButton } from "../parts/Icon";
import { KnownMark } from "../parts/Known";
import { HomeLink } from "../parts/Logo";
import { Lost } from "../parts/Lost";
import type { Playing } from "../session/session";
import { dateText, t } from "../base/text";
import { dealAt } from "../history/days";
import { TalkButton } from "../talk/Talk";
import { sheet } from "./sheet";
import { SoundButton } from "./Sounds";
import "./day.css";

export function TopBar({ play }: { play: Playing }) {
  const table = play.table.value;
  return (
    <header class="top">
      <HomeLink />
      <span class="top-edition">{editionName(table.settings.rules.edition)}</span>
      {table.game?.known && (
        <button
          type="button"
          class="known"
          aria-label={t("known")}
          data-testid="known"
          onClick={() => (sheet.value = { kind: "known" })}
        >
          <KnownMark />
        </button>
      )}
      <h1 class="turn" data-testid="turn" data-mine={myTurn(table)}>
        {table.paused ? t("paused") : headline(table)}
      </h1>
      <Day play={play} />
      <Lost />
      <SoundButton />
      <TalkButton play={play} />
      <RoundButton icon="menu" label={t("menu")} testid="menu" onClick={() => (sheet.value = { kind: "menu" })} />
    </header>
  );
}

/** Which day's deal this is. */
function Day({ play }: { play: Playing }) {
  const deal = dealAt(play.table.value);
  if (!deal) return null;
  return (
    <small class="top-day" data-testid="top-day">
      <span>{dateText(deal.day, { day: "numeric", month: "short" })}</span> <span>{t(`daily.${deal.category}`)}</span>
    </small>
  );
}
