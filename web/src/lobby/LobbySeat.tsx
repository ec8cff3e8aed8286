// A seat before the deal: taken, or free for a friend or a computer player.
import { useSignal } from "@preact/signals";
import { Icon, RoundButton } from "../parts/Icon";
import { knownLevel, LevelSelect } from "../parts/LevelSelect";
import { preferences, prefer } from "../preferences/preferences";
import type { SeatView } from "../base/protocol";
import type { Playing } from "../session/session";
import { SeatFace } from "../talk/SeatFace";
import { say, t } from "../base/text";

export function LobbySeat({ play, seat }: { play: Playing; seat: number }) {
  const table = play.table.value;
  const who = table.seats[seat];
  return (
    <li class="row-button lobby-seat" data-testid={`lobby-seat-${seat}`} data-free={!who}>
      <SeatFace seat={seat} />
      {who ? <Taken play={play} seat={seat} who={who} /> : <Free play={play} seat={seat} />}
    </li>
  );
}

function Taken({ play, seat, who }: { play: Playing; seat: number; who: SeatView }) {
  const table = play.table.value;
  const naming = useSignal(false);
  const host = table.host === table.you && table.you !== null;
  const own = seat === table.you;
  const rename = (event: SubmitEvent) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get("name") ?? "").trim();
    if (name && name !== who.name) play.send({ type: "rename", seat, name });
    if (own) prefer({ name });
    naming.value = false;
  };
  if (naming.value) {
    return (
      <form class="line" onSubmit={rename}>
        <input name="name" maxLength={20} defaultValue={who.name} aria-label={t("name")} data-testid="rename-input" />
        <button type="submit" class="quiet">
          {t("ok")}
        </button>
      </form>
    );
  }
  return (
    <>
      <span class="avatar" data-seat={seat} data-bot={Boolean(who.level || who.bot)}>
        {who.level || who.bot ? <Icon name="bot" /> : [...who.name][0]?.toUpperCase() || "?"}
      </span>
      <span class="row-what">
        <b>{who.name || t("seat.somebody")}</b>
        <small>
          {[
            own ? t("seat.you") : "",
            seat === table.host ? t("seat.host") : "",
            who.bot ? t("seat.bot") : "",
            who.level && !host ? (say(`level.${who.level}.name`) ?? who.level) : "",
            who.away ? t("seat.away") : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      {host && who.level && (
        <LevelSelect
          levels={table.levels}
          value={who.level}
          label={t("seat.level", { name: who.name })}
          onChange={(level) => {
            play.send({ type: "remove", seat });
            play.send({ type: "add-bot", level, seat });
          }}
          testid={`level-${seat}`}
        />
      )}
      {(own || host) && (
        <RoundButton
          icon="pen"
          label={t("seat.rename", { name: who.name })}
          onClick={() => (naming.value = true)}
          testid={`rename-${seat}`}
        />
      )}
      {host && seat < table.seats.length - 1 && (
        <RoundButton
          icon="down"
          label={t("seat.down", { name: who.name })}
          onClick={() => play.send({ type: "swap", seat, other: seat + 1 })}
          testid={`down-${seat}`}
        />
      )}
      {host && !own && (
        <RoundButton
          icon="close"
          label={t("seat.remove", { name: who.name })}
          onClick={() => play.send({ type: "remove", seat })}
          testid={`remove-${seat}`}
        />
      )}
    </>
  );
}

function Free({ play, seat }: { play: Playing; seat: number }) {
  const table = play.table.value;
  const host = table.host === table.you && table.you !== null;
  const level = useSignal(knownLevel(table.levels, preferences.value.level));
  const add = () => {
    prefer({ level: level.value });
    play.send({ type: "add-bot", level: level.value, seat });
  };
  return (
    <>
      <span class="avatar avatar-free" aria-hidden="true">
        {seat + 1}
      </span>
      <span class="row-what dim">{t("seat.free")}</span>
      {host && (
        <span class="wrap">
          <LevelSelect
            levels={table.levels}
            value={level.value}
            onChange={(value) => (level.value = value)}
            testid={`level-${seat}`}
          />
          <button type="button" class="quiet small" data-testid={`add-bot-${seat}`} onClick={add}>
            <Icon name="bot" />
            <span>{t("seat.addBot")}</span>
          </button>
        </span>
      )}
    </>
  );
}
