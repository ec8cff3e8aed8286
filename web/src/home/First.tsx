// The first visit: what this is, one button that shows it, and the other ways in.
import { host } from "#host";
import { Leaf } from "../daily/Leaf";
import { playDaily } from "../daily/start";
import { today } from "../history/days";
import { newSettings } from "../opening/options";
import { open } from "../opening/opening";
import { Card } from "../parts/Card";
import { Icon } from "../parts/Icon";
import { Later, whenIdle } from "../parts/Later";
import { t } from "../base/text";
import { Puzzles, What } from "./Tile";
import { Friends, type To } from "./Ways";

/** A picture to look at: fetched when the browser has nothing else to do. */
const loadMark = async () => {
  await new Promise<void>(whenIdle);
  return (await import("../parts/Ninetyeight")).Ninetyeight;
};
const ON_THEIR_WAY = [97, 98, 99];
const easy = () => void open(newSettings("base", 1), { deal: true, difficulty: "easy" });

export function First({ to }: { to: To }) {
  return (
    <>
      <section class="hero">
        <div class="hero-art" aria-hidden="true">
          <Later load={loadMark} part props={{ left: ON_THEIR_WAY }} />
          <Card card={99} />
        </div>
        <h1>
          {t("home.title")
            .split("|")
            .map((line) => (
              <span key={line}>{line} </span>
            ))}
        </h1>
        <p class="hero-line">{t("home.line")}</p>
        <div class="hero-go rows">
          <a class="primary" href="/learn" data-testid="learn">
            <Icon name="play" />
            <span>{t("home.first")}</span>
          </a>
          <Friends to={to} />
        </div>
        <p class="wrap hero-note">
          <span class="dim">{t("home.first.line")}</span>{" "}
          <button type="button" class="go" data-testid="play-alone" onClick={easy}>
            {t("home.first.known")} ›
          </button>{" "}
          <a class="go" href="/play" data-testid="another">
            {t("home.first.all")} ›
          </a>
        </p>
      </section>
      <section class="home-tiles" aria-label={t("home.ways")}>
        <div class="tile panel" data-testid="today">
          <Leaf day={today.value} />
          <What title={t("daily")} line={t("daily.line")} />
          <button type="button" class="go" data-testid="daily-solo" onClick={() => void playDaily("solo")}>
            {t("daily.play")} ›
          </button>
        </div>
        <Puzzles cards={[61, 51]} />
        <Invited to={to} />
      </section>
    </>
  );
}

/** A link opens a table; where there is no server, only a game can be brought along. */
function Invited({ to }: { to: To }) {
  return (
    <div class="tile panel">
      <span class="faces" aria-hidden="true">
        {[0, 1, 2].map((seat) => (
          <span key={seat} class="avatar" data-seat={seat}>
            <Icon name="smile" />
          </span>
        ))}
      </span>
      {host.alone ? (
        <>
          <What title={t("home.bring")} line={t("home.bring.line")} />
          <a class="go" href="/take" data-testid="bring">
            {t("join.go")} ›
          </a>
        </>
      ) : (
        <>
          <What title={t("home.invited")} line={t("home.invited.line")} />
          <button type="button" class="go" data-testid="play-join" onClick={to("join")}>
            {t("join.go")} ›
          </button>
        </>
      )}
    </div>
  );
}
