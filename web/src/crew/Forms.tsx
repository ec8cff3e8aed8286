// Joining a crew, who one is in it, and a table for it.
import { type Signal, useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Crew } from "../base/protocol";
import { show } from "../base/notice";
import { t } from "../base/text";
import { keepFace, ownFace } from "../history/crews";
import { reasonOf } from "../net/refusing";
import { go } from "../net/route";
import { GameChoice } from "../opening/GameChoice";
import { newSettings } from "../opening/options";
import { ownName } from "../opening/opening";
import { SlowSwitch } from "../opening/SlowSwitch";
import { TextField } from "../parts/Fields";
import { NameField } from "../parts/NameField";
import { preferences } from "../preferences/preferences";
import { changeCrew, joinCrew, leaveCrew, openFor } from "./crews";
import { FaceChoice } from "./Face";

const refuse = (error: unknown): void => show(reasonOf(error), "refusal");

export function CrewName({ name }: { name: Signal<string> }) {
  return (
    <TextField
      label={t("crew.name")}
      maxLength={40}
      required
      value={name.value}
      set={(text) => (name.value = text)}
      testid="crew-name-input"
    />
  );
}

/** A name and a face, as every form here asks for them. */
export function WhoFields({ face, onFace }: { face: number; onFace: (face: number) => void }) {
  const choose = (next: number) => {
    keepFace(next);
    onFace(next);
  };
  return (
    <>
      <NameField />
      <FaceChoice value={face} onChange={choose} />
    </>
  );
}

export function JoinForm({ crew, joined }: { crew: Crew; joined: () => void }) {
  const face = useSignal(ownFace(crew.members.map((one) => one.face)));
  const join = async (event: SubmitEvent) => {
    event.preventDefault();
    await joinCrew(crew.crew, { name: ownName(), face: face.value }).then(joined).catch(refuse);
  };
  return (
    <form class="panel stack" data-testid="crew-join-form" onSubmit={(event) => void join(event)}>
      <p>{t("crew.join.line")}</p>
      <WhoFields face={face.value} onFace={(next) => (face.value = next)} />
      <button type="submit" class="primary" data-testid="crew-join">
        {t("crew.join")}
      </button>
    </form>
  );
}

export function SelfForm({ crew, done }: { crew: Crew; done: (crew: Crew | null) => void }) {
  const me = crew.members.find(({ you }) => you);
  const face = useSignal(me?.face ?? ownFace());
  const name = useSignal(crew.name);
  const leaving = useSignal(false);
  const change = async (event: SubmitEvent) => {
    event.preventDefault();
    const member = { name: preferences.value.name || me?.name || ownName(), face: face.value };
    try {
      done(await changeCrew(crew.crew, member, name.value));
    } catch (error) {
      refuse(error);
    }
  };
  const leave = async () => {
    try {
      await leaveCrew(crew.crew);
      done(null);
      go("/crew");
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <div class="stack">
      <form class="stack" onSubmit={(event) => void change(event)}>
        <CrewName name={name} />
        <WhoFields face={face.value} onFace={(next) => (face.value = next)} />
        <button type="submit" class="quiet" data-testid="crew-change">
          {t("crew.change")}
        </button>
      </form>
      <hr />
      {leaving.value ? (
        <>
          <p>{t(crew.members.length > 1 ? "crew.leave.line" : "crew.leave.last")}</p>
          <button type="button" class="danger" data-testid="crew-leave-yes" onClick={() => void leave()}>
            {t("crew.leave.yes")}
          </button>
        </>
      ) : (
        <button type="button" class="quiet" data-testid="crew-leave" onClick={() => (leaving.value = true)}>
          {t("crew.leave")}
        </button>
      )}
    </div>
  );
}

export function OpenForm({ crew }: { crew: Crew }) {
  const players = Math.min(5, Math.max(2, crew.members.length));
  const [settings, change] = useState(() => newSettings(preferences.value.edition, players));
  const open = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      go(`/t/${await openFor(crew.crew, settings, null)}`);
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <form class="stack" onSubmit={(event) => void open(event)}>
      <GameChoice settings={settings} change={change} />
      <SlowSwitch settings={settings} onChange={change} />
      <button type="submit" class="primary" data-testid="crew-open-go">
        {t("friends.open")}
      </button>
    </form>
  );
}
