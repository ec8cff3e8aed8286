// The rules, to read from the start or to look one up: a page of its own, or a sheet over the table.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { ask } from "../net/api";
import { persist } from "../net/line";
import { Dialog } from "../parts/Dialog";
import { Head } from "../parts/Head";
import type { RulesPage, RulesSection } from "../base/protocol";
import { place, under } from "../net/route";
import { language, t } from "../base/text";
import { Block } from "./Block";
import "./rules.css";

const page = signal<RulesPage | null>(null);
const failed = signal(false);

export function Rules() {
  return (
    <main class="after-page rules-page" data-testid="rules">
      <Head>
        <a class="quiet small" href="/learn">
          {t("home.learn")}
        </a>
      </Head>
      <h1>{t("rules")}</h1>
      <Text />
    </main>
  );
}

/** Over a table that stays as it is; going back leads there too. */
export function RulesSheet() {
  return (
    <Dialog title={t("rules")} onClose={() => under.value && history.back()} testid="sheet-rules">
      <Text />
    </Dialog>
  );
}

function Text() {
  const wanted = language.value;
  useEffect(() => void load(wanted ?? "en"), [wanted]);
  const shown = page.value?.language === wanted ? page.value : null;
  useLayoutEffect(() => lookUp(place.value), [shown, place.value]);
  if (!shown) return <Waiting />;
  return (
    <article class="rules">
      {shown.intro.map((text) => (
        <Block key={text} block={{ kind: "text", text }} />
      ))}
      <nav class="rules-contents" aria-label={t("rules.contents")}>
        <ol class="wrap">
          {shown.sections.map(({ name, title }) => (
            <li key={name}>
              <a class="quiet small" href={`/rules#${name}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {shown.sections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </article>
  );
}

function Waiting() {
  return <p aria-busy="true">{t(failed.value ? "offline" : "connecting")}</p>;
}

function Section({ section: { name, title, rules, blocks } }: { section: RulesSection }) {
  return (
    <section aria-labelledby={name}>
      {rules.map((rule) => (
        <span key={rule} id={rule} />
      ))}
      <h2 id={name} tabIndex={-1}>
        {title}
      </h2>
      {blocks.map((block, n) => (
        <Block key={n} block={block} />
      ))}
    </section>
  );
}

/** Fetch the text, however long it takes until somebody answers. */
async function load(wanted: string): Promise<void> {
  if (page.peek()?.language === wanted) return;
  const text = await persist(
    () => ask<RulesPage>(`/api/rules/${wanted}`),
    () => language.peek() === wanted,
    () => (failed.value = true),
  );
  if (!text) return;
  failed.value = false;
  page.value = text;
}

/** Bring a rule to the top and mark it; a section's number stands beside its heading. */
function lookUp(rule: string): void {
  for (const old of document.querySelectorAll("[data-looked-up]")) old.removeAttribute("data-looked-up");
  const found = rule ? document.getElementById(rule) : null;
  const shown = found?.matches("span") ? found.parentElement?.querySelector<HTMLElement>("h2") : found;
  shown?.setAttribute("data-looked-up", "");
  shown?.scrollIntoView();
  shown?.focus({ preventScroll: true });
}
