// The form for a new event: one game, a number of deals, and when.
import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { show } from "../base/notice";
import { t } from "../base/text";
import { reasonOf } from "../net/refusing";
import { go } from "../net/route";
import { EditionChoice } from "../opening/EditionChoice";
import { Choice } from "../parts/Choice";
import { TextField } from "../parts/Fields";
import { prepare } from "./events";

type Talk = "none" | "standard" | "permissive";
const TALKS: Talk[] = ["none", "standard", "permissive"];
const HOUR = 3_600_000;

/** A time as the browser's own field writes it: of this place, to the minute. */
const written = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const TIME = { type: "datetime-local", required: true } as const;

const seconds = (text: string): number => new Date(text).getTime() / 1000;

export function Prepare() {
  const [name, setName] = useState("");
  const edition = useSignal("base");
  const players = useSignal("3");
  const talk = useSignal<Talk>("standard");
  const deals = useSignal("4");
  const begins = useSignal(written(Date.now()));
  const ends = useSignal(written(Date.now() + 4 * HOUR));
  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = { name, edition: edition.value, players: Number(players.value), talk: talk.value };
    const window = { deals: Number(deals.value), begins: seconds(begins.value), ends: seconds(ends.value) };
    try {
      go(`/event/${await prepare({ ...wanted, ...window })}`);
    } catch (error) {
      show(reasonOf(error), "refusal");
    }
  };
  return (
    <form class="panel stack" data-testid="event-form" onSubmit={(event) => void make(event)}>
      <h2>{t("event.new")}</h2>
      <TextField label={t("event.name")} required maxLength={40} value={name} set={setName} testid="event-name-input" />
      <EditionChoice value={edition.value} onChange={(next) => (edition.value = next)} />
      <Choice
        legend={t("players")}
        value={players.value}
        options={["1", "2", "3", "4", "5"].map((value) => ({ value, label: value }))}
        onChange={(next) => (players.value = next)}
        testid="event-players"
      />
      <Choice
        legend={t("options.talk")}
        value={talk.value}
        options={TALKS.map((value) => ({ value, label: t(`talk.${value}`) }))}
        onChange={(next) => (talk.value = next)}
        testid="event-talk"
      />
      <TextField
        label={t("event.deals")}
        type="number"
        min={1}
        max={20}
        required
        value={deals.value}
        set={(text) => (deals.value = text)}
        testid="event-deals"
      />
      <TextField {...TIME} label={t("event.begins")} value={begins.value} set={(next) => (begins.value = next)} />
      <TextField {...TIME} label={t("event.ends")} value={ends.value} set={(next) => (ends.value = next)} />
      <p class="dim">{t("event.equal")}</p>
      <button type="submit" class="primary" data-testid="event-make">
        {t("event.make")}
      </button>
    </form>
  );
}
