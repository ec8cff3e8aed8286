// One's devices: a code for another one, the list, removing one.
import { host } from "#host";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { show } from "../base/notice";
import type { DeviceInfo, PairingCode } from "../base/protocol";
import { dateText, t } from "../base/text";
import { dayOf } from "../history/dates";
import { reasonOf } from "../net/refusing";
import { place, replace } from "../net/route";
import { Dialog } from "../parts/Dialog";
import { TextField } from "../parts/Fields";
import { Head } from "../parts/Head";
import { Icon } from "../parts/Icon";
import { devices, joinWith, newCode, paired, remove, sync } from "./person";
import "./devices.css";

const LOOK = 2500;

export function DevicesPage() {
  useEffect(() => void (paired.peek() && sync().catch(refuse)), []);
  return (
    <main class="after-page devices" data-testid="devices">
      <Head />
      <h1>{t("home.devices")}</h1>
      {host.alone ? (
        <p>{t("error.no-notes")}</p>
      ) : (
        <>
          <p class="dim">{t("devices.line")}</p>
          {paired.value && <List />}
          <Add />
          <Enter />
          <p class="dim devices-file">{t("devices.file")}</p>
        </>
      )}
    </main>
  );
}

const refuse = (error: unknown): void => show(reasonOf(error), "refusal");

/** A code on this device, until the other one has used it. */
function Add() {
  const shown = useSignal<PairingCode | null>(null);
  const asking = useSignal(false);
  const begin = async () => {
    if (asking.value) return;
    asking.value = true;
    await newCode()
      .then((code) => (shown.value = code))
      .catch(refuse);
    asking.value = false;
  };
  return (
    <section class="panel stack devices-add" aria-labelledby="devices-add">
      <h2 id="devices-add">{t("devices.add")}</h2>
      <p class="dim">{t("devices.add.line")}</p>
      {shown.value ? (
        <Shown key={shown.value.code} code={shown.value} done={() => (shown.value = null)} />
      ) : (
        <button type="button" class="primary" data-testid="show-code" onClick={() => void begin()}>
          <Icon name="key" />
          <span>{t("devices.show")}</span>
        </button>
      )}
    </section>
  );
}

function Shown({ code: { code, seconds, picture }, done }: { code: PairingCode; done: () => void }) {
  useEffect(() => {
    const known = new Set(devices.peek()?.map(({ device }) => device));
    const look = async () => {
      await sync().catch(() => null);
      const fresh = devices.peek()?.find(({ device, you }) => known.size > 0 && !you && !known.has(device));
      if (known.size === 0) for (const { device } of devices.peek() ?? []) known.add(device);
      if (!fresh) return;
      show(t("devices.paired", { name: fresh.name }));
      done();
    };
    void look();
    const timer = window.setInterval(() => void look(), LOOK);
    const end = window.setTimeout(() => {
      show(t("devices.over"), "refusal");
      done();
    }, seconds * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, []);
  return (
    <div class="wrap pairing">
      {picture && <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt={t("devices.qr")} />}
      <div class="stack">
        <p class="code" data-testid="pairing-code">
          {code.match(/.{1,4}/g)?.join(" ")}
        </p>
        <p class="dim">{t("devices.valid")}</p>
      </div>
    </div>
  );
}

/** The code that another device shows; a scanned link has filled it in, and one tap confirms it. */
function Enter() {
  const code = useSignal(/^[A-Z]{12}$/.test(place.value) ? place.value : "");
  const pair = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await joinWith(code.value);
      code.value = "";
      replace("/devices");
      show(t("devices.paired", { name: t("devices.this") }));
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <section class="panel" aria-labelledby="devices-enter">
      <form class="stack" onSubmit={(event) => void pair(event)}>
        <h2 id="devices-enter">{t("devices.enter")}</h2>
        <p class="dim">{t("devices.enter.line")}</p>
        <TextField
          label={t("devices.code")}
          class="code-input"
          required
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={code.value}
          set={(text) => (code.value = text)}
          testid="pairing-input"
        />
        <button type="submit" class="quiet" data-testid="pair">
          {t("devices.pair")}
        </button>
      </form>
    </section>
  );
}

function List() {
  const asked = useSignal<DeviceInfo | null>(null);
  const list = devices.value ?? [];
  const gone = async (device: string) => {
    asked.value = null;
    await remove(device).catch(refuse);
  };
  return (
    <section class="panel" aria-labelledby="devices-list">
      <h2 id="devices-list">{t("devices.list")}</h2>
      <ul class="rows" data-testid="device-list">
        {list.map((one) => (
          <li key={one.device} class="spread">
            <span class="row-what">
              <b>{one.name}</b>
              <small class="dim">{one.you ? t("devices.this") : t("devices.seen", { date: seenText(one) })}</small>
            </span>
            <button type="button" class="quiet small" data-testid="remove-device" onClick={() => (asked.value = one)}>
              {one.you ? t("devices.remove.self") : t("devices.remove", { name: one.name })}
            </button>
          </li>
        ))}
      </ul>
      {asked.value && (
        <Dialog
          title={asked.value.you ? t("devices.remove.self") : t("devices.remove", { name: asked.value.name })}
          onClose={() => (asked.value = null)}
          testid="remove-dialog"
        >
          <div class="stack">
            <p>{t(list.length === 1 ? "devices.remove.last" : "devices.remove.line")}</p>
            <button
              type="button"
              class="danger"
              data-testid="remove-confirm"
              onClick={() => void gone(asked.value?.device ?? "")}
            >
              {t("devices.remove.yes")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

const seenText = ({ seen }: DeviceInfo): string =>
  dateText(dayOf(new Date(seen * 1000)), { day: "numeric", month: "long" });
