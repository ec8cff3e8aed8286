// Weighs the built client, gzip: the first page with the table, then what each later page adds; then what must not be in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { client } from "./folder.mjs";

const assets = readdirSync(new URL("assets/", client));
const read = (name) => readFileSync(new URL(`assets/${name}`, client));
const weight = (names) => [...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
const page = readFileSync(new URL("index.html", client), "utf8");

/** A script with everything it imports at once. */
function closure(name, seen = new Set()) {
  if (seen.has(name) || !existsSync(new URL(`assets/${name}`, client))) return seen;
  seen.add(name);
  for (const [, other] of read(name)
    .toString()
    .matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    closure(other, seen);
  return seen;
}

const scripts = assets.filter((name) => name.endsWith(".js"));
const styles = assets.filter((name) => name.endsWith(".css"));
const table = scripts.filter((name) => name.startsWith("TablePage-")); // none where it is in the first file
const entries = [...page.matchAll(/assets\/([^"]+\.js)/g)].map(([, name]) => name);
const first = new Set();
for (const name of [...entries, ...table]) closure(name, first);
// A style of a later page is named after its script.
const stem = (name) => name.replace(/-[\w-]{6,8}\.\w+$/, "");
const later = scripts.filter((name) => !first.has(name));
const firstStems = new Set([...first].map(stem));
const laterStyles = styles.filter((name) => !page.includes(name) && !firstStems.has(stem(name)));
const early = /^(common|web)\./;
const rules = /^rules\./; // the static page's own: a server has them
const catalogues = assets.filter((name) => name.endsWith(".json"));
const tags = new Set(catalogues.flatMap((name) => /\.([a-z]{2})-/.exec(name)?.[1] ?? []));
// Each is fetched with the first page that needs it.
const laterTexts = [
  ...new Set(catalogues.filter((name) => !early.test(name) && !rules.test(name)).map((name) => name.split(".")[0])),
];
const heaviest = (filter) =>
  Math.max(...[...tags].map((tag) => weight(catalogues.filter(filter).filter((name) => name.includes(`.${tag}-`)))));

const sizes = [
  ["First page, JS", weight(first), 40_000],
  ["First page, CSS", weight(styles.filter((name) => !laterStyles.includes(name))), 15_000],
  ["First page, texts of one language", heaviest((name) => early.test(name)), 12_000],
  ...laterTexts.map((part) => [
    `${part}, texts of one language`,
    heaviest((name) => name.startsWith(`${part}.`)),
    8_000,
  ]),
  ["Rules, texts of one language", heaviest((name) => rules.test(name)), 12_000],
  ...later.map((name) => [
    `${stem(name)}, JS more`,
    weight([...closure(name)].filter((one) => !first.has(one))),
    15_000,
  ]),
  ...laterStyles.map((name) => [`${stem(name)}, CSS more`, weight([name]), 6_000]),
];

let failed = false;
for (const name of assets.filter((one) => one.endsWith(".woff2"))) {
  const size = read(name).length;
  console.log(`${stem(name)}, font: ${(size / 1000).toFixed(1)} kB of 31`);
  failed ||= size > 31_000;
}
for (const [what, size, limit] of sizes) {
  console.log(`${what}: ${(size / 1000).toFixed(1)} kB gzip of ${limit / 1000}`);
  failed ||= size > limit;
}

const inline = page.match(/<style|style="|<script(?![^>]*src=)/);
if (inline) {
  console.error(`index.html holds ${inline[0]}, which the content policy blocks`);
  failed = true;
}
process.exit(failed ? 1 : 0);
