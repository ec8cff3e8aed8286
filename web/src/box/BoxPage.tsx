// A box that came with a link, or one's own: look it over, keep it, play with it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { open } from "../opening/opening";
import { newSettings, withRules } from "../opening/options";
import { loadInfo } from "../net/api";
import { show } from "../base/notice";
import { Head } from "../parts/Head";
import { place } from "../net/route";
import { t } from "../base/text";
import { BoxForm } from "../opening/BoxForm";
import { boxOf, keepBox, keptBox, readBox, type Box } from "../opening/box";
import { ShareBox } from "../opening/ShareBox";

export function BoxPage() {
  const came = place.value;
  const box = useSignal<Box>(came ? (readBox(came) ?? boxOf(() => [])) : keptBox());
  useEffect(() => void loadInfo().catch(() => null), []);
  const settings = (players: number) => withRules(newSettings("extreme", players), { commands: box.value });
  const keep = () => {
    keepBox(box.value);
    show(t("map.kept"));
  };
  const play = (players: number) => () => {
    keepBox(box.value);
    void open(settings(players), { deal: players === 1 });
  };
  return (
    <main class="after-page" data-testid="box-page">
      <Head />
      <h1>{t("map.own")}</h1>
      <p>{came && !readBox(came) ? t("map.broken") : t(came ? "map.came" : "map.own.line")}</p>
      <BoxForm box={box.value} onChange={(next) => (box.value = next)} />
      <div class="buttons">
        <button type="button" class="primary" onClick={play(1)} data-testid="box-alone">
          {t("home.alone")}
        </button>
        <button type="button" class="quiet" onClick={play(3)} data-testid="box-friends">
          {t("friends.open")}
        </button>
        <button type="button" class="quiet" onClick={keep} data-testid="box-keep">
          {t("map.keep")}
        </button>
      </div>
      <ShareBox box={box.value} />
    </main>
  );
}
