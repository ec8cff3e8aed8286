// Weighs the built client: everything a visitor may ever load, gzip, against the budget; then what must not be in it.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const client = new URL("../../src/nonante/server/client/", import.meta.url);
const assets = readdirSync(new URL("assets/", client));
const read = (name) => readFileSync(new URL(`assets/${name}`, client));
const weight = (names) => names.reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);

const ending = (suffix) => weight(assets.filter((name) => name.endsWith(suffix)));
const languages = ["en", "fr", "de"].map((tag) => weight(assets.filter((name) => name.includes(`.${tag}-`))));
const sizes = [
  ["JS", ending(".js"), 40_000],
  ["CSS", ending(".css"), 15_000],
  ["Texts of one language", Math.max(...languages), 12_000],
];

let failed = false;
for (const [what, size, limit] of sizes) {
  console.log(`${what}: ${(size / 1000).toFixed(1)} kB gzip of ${limit / 1000}`);
  failed ||= size > limit;
}

const page = readFileSync(new URL("index.html", client), "utf8");
const inline = page.match(/<style|style="|<script(?![^>]*src=)/);
if (inline) {
  console.error(`index.html holds ${inline[0]}, which the content policy blocks`);
  failed = true;
}
process.exit(failed ? 1 : 0);
