// Where to go from a finished game: one main way by what it was, the others beside it, and everything else under More.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { branchAt } from "../history/branches";
import { challengeAt } from "../history/challenge";
import { show } from "../base/notice";
import { language, t } from "../base/text";
import { nameAt, people } from "../base/view";
import { reasonOf } from "../net/refusing";
import { CopyField, handOn } from "../parts/CopyField";
import { Dialog } from "../parts/Dialog";
import { Icon, type IconName } from "../parts/Icon";
import { Later } from "../parts/Later";
import { addressOf, addressOfName } from "../replay/address";
import type { TableView } from "../base/protocol";
import type { Source } from "../review/judging";
import type { Playing } from "../session/session";
import { challengeText, resultText } from "./sharing";

interface Props {
  play: Playing;
  source: Source;
  sentence: string;
  /** The turn that cost most, as people count: where the review begins; null while none is known. */
  worst: number | null;
  /** Whether it cost enough to be looked at first. */
  costly: boolean;
  /** What comes before everything else: the next deal of the day. */
  next?: { text: string; go: () => void } | undefined;
  /** What is shared instead of the result, where it tells of a day. */
  told?: (() => string) | undefined;
}

const loadMore = async () => (await import("./More")).More;

type Main = "next" | "back" | "send" | "review" | "deal";

export function Hub({ play, source, sentence, worst, costly, next, told }: Props) {
  const table = play.table.value;
  const open = useSignal<"more" | "challenge" | "text" | null>(null);
  const text = useSignal("");
  const sealed = !table.game?.reveal; // an event goes on: there is nothing to see again, and no other deal
  const branch = branchAt(table.code);
  const taken = challengeAt(table.code);
  const main = mainOf({
    next: Boolean(next),
    branch: Boolean(branch),
    sent: Boolean(taken),
    costly,
    table,
    day: !!told,
  });
  const give = (kind: "challenge" | "text", make: () => Promise<string | null>) => async () => {
    try {
      const made = await make();
      if (made === null || (kind === "text" && (await handOn(made)))) return;
      text.value = made;
      open.value = kind;
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };
  const share = give("text", () => (told ? Promise.resolve(told()) : resultText(table, sentence)));
  const send = give("challenge", () => challengeText(table));
  return (
    <section class="hub" aria-label={t("actions")} data-rise data-testid="hub">
      {next && <Act main={main === "next"} icon="play" text={next.text} act={next.go} testid="hub-next" />}
      {branch && (
        <Way
          main={main === "back"}
          icon="fork"
          href={addressOfName("review", branch.from, branch.turn + 1)}
          text={t("hub.back")}
          testid="hub-back"
        />
      )}
      {taken && (
        <Way
          main={false}
          icon="people"
          href={`/beat#${taken.text}`}
          text={t("hub.compare", { name: taken.challenge.name })}
          testid="hub-compare"
        />
      )}
      {!sealed && (
        <Way
          main={main === "review"}
          icon="eye"
          href={addressOf("review", source, worst ?? 0)}
          text={costly && worst ? t("hub.reviewTurn", { turn: worst }) : t("review")}
          testid="hub-review"
        />
      )}
      {!sealed && <Again play={play} main={main === "deal"} />}
      {table.game?.reveal?.seed && (
        <Act
          main={main === "send"}
          icon="jag"
          text={t(taken ? "hub.challenge.back" : "hub.challenge")}
          act={() => void send()}
          testid="hub-challenge"
        />
      )}
      {!sealed && <Act main={false} icon="share" text={t("hub.share")} act={() => void share()} testid="hub-share" />}
      <button
        type="button"
        class="quiet hub-more"
        aria-label={t("hub.more")}
        aria-haspopup="dialog"
        data-testid="hub-more"
        onClick={() => (open.value = "more")}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {open.value === "more" && <Later load={loadMore} part props={{ play, onClose: () => (open.value = null) }} />}
      {(open.value === "challenge" || open.value === "text") && (
        <Dialog
          title={t(open.value === "challenge" ? "hub.challenge" : "hub.share")}
          onClose={() => (open.value = null)}
          testid="hub-given"
        >
          {open.value === "challenge" && <Dare table={table} />}
          <CopyField
            label={t("hub.share")}
            text={text.value}
            lines={open.value === "text" ? 4 : 2}
            testid="hub-text"
            eager
          />
        </Dialog>
      )}
    </section>
  );
}

interface Known {
  next: boolean;
  branch: boolean;
  sent: boolean;
  costly: boolean;
  table: TableView;
  day: boolean;
}

/** The main way on: what was begun is finished first; with people it is another game; a costly turn is worth a look. */
function mainOf({ next, branch, sent, costly, table, day }: Known): Main {
  if (next) return "next";
  if (branch) return "back";
  if (sent) return "send";
  if (day || table.you === null) return "review";
  if (people(table) > 1) return "deal";
  return costly ? "review" : "deal";
}

function Dare({ table: { game } }: { table: TableView }) {
  if (!game) return null;
  return (
    <>
      <p>
        <b>{game.status === "won" ? t("hub.challenge.won") : t("hub.challenge.line", { count: game.score })}</b>
      </p>
      <p class="dim">{t("hub.challenge.hidden")}</p>
    </>
  );
}

/** Another game: the host deals it; a guest asks for it, and may deal it once the host has had time. */
function Again({ play, main }: { play: Playing; main: boolean }) {
  const table = play.table.value;
  const { you, host, may_deal: may } = table;
  if (you === null) return <Wishes table={table} />;
  const team = people(table) > 1;
  const asked = table.again.includes(you);
  const act = () => {
    if (may) play.send({ type: "deal" });
    else if (!asked) play.send({ type: "wish", wish: "again" });
  };
  const waits = asked && !may;
  return (
    <>
      <Wishes table={table} />
      <button
        type="button"
        class={main ? "primary" : "quiet"}
        aria-disabled={waits}
        data-testid="again"
        data-asked={asked}
        onClick={act}
      >
        <Icon name="again" />
        <span>
          {waits ? t("hub.asked") : t(team ? "hub.rematch" : "end.again")}
          {waits && <small>{t("hub.wait", { name: nameAt(table, host) })}</small>}
        </span>
      </button>
    </>
  );
}

function Wishes({ table }: { table: TableView }) {
  const others = table.again.filter((seat) => seat !== table.you);
  const names = new Intl.ListFormat(language.value ?? "en").format(others.map((seat) => nameAt(table, seat)));
  return (
    <output class="hub-wish" data-testid="hub-wish">
      {others.length > 0 && t("hub.wish", { names, count: others.length })}
    </output>
  );
}

interface ActProps {
  main: boolean;
  icon: IconName;
  text: string;
  testid: string;
}

function Act({ main, icon, text, act, testid }: ActProps & { act: () => void }) {
  return (
    <button type="button" class={main ? "primary" : "quiet"} data-testid={testid} onClick={act}>
      <Inside icon={icon}>{text}</Inside>
    </button>
  );
}

function Way({ main, icon, text, href, testid }: ActProps & { href: string }) {
  return (
    <a class={main ? "primary" : "quiet"} href={href} data-testid={testid}>
      <Inside icon={icon}>{text}</Inside>
    </a>
  );
}

function Inside({ icon, children }: { icon: IconName; children: ComponentChildren }) {
  return (
    <>
      <Icon name={icon} />
      <span>{children}</span>
    </>
  );
}
