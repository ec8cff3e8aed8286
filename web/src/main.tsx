import { host } from "#host";
import { render } from "preact";
import { App } from "./app/App";
import { placeLinks } from "./net/address";
import { whenIdle } from "./parts/Later";
import { followLanguage, followLook } from "./preferences/preferences";
import { followLinks } from "./net/route";
import "./styles/index.css";

const root = document.getElementById("app");
followLook();
placeLinks();
followLinks();
void followLanguage(sayOffline).then(() => root && render(<App />, root));

if (import.meta.env.PROD) whenIdle(() => void host.keep().catch(() => null));

/** Without a single text fetched there is no language yet: all of them. */
function sayOffline(): void {
  const words =
    "No connection yet, trying again… · Pas encore de connexion, nouvel essai… · Noch keine Verbindung, neuer Versuch …";
  if (root) render(<main class="waiting">{words}</main>, root);
}
