// Writes the worker of the built client: which files are the shell, and a version that changes with them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { alone, client } from "./folder.mjs";

const assets = readdirSync(new URL("assets/", client)).map((name) => `assets/${name}`);
const files = [...assets.toSorted(), "favicon.svg", "icon-192.png", "manifest.webmanifest"];
const hash = createHash("sha256").update(readFileSync(new URL("index.html", client)));
for (const name of files) hash.update(name).update(readFileSync(new URL(name, client)));
const worker = readFileSync(new URL("worker.js", import.meta.url), "utf8")
  .replace("__VERSION__", hash.digest("hex").slice(0, 16))
  .replace('"__ALONE__"', String(alone))
  .replace('"__SHELL__"', JSON.stringify(["", ...files]));
writeFileSync(new URL("sw.js", client), worker);
