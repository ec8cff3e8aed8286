// Cuts the font down to what three languages need, into web/fonts. The weight axis stays whole: cut, it packs worse.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subset from "subset-font";

const ASCII = Array.from({ length: 95 }, (_, n) => String.fromCodePoint(n + 0x20)).join("");
const LETTERS = "ÀÂÄÆÇÈÉÊËÎÏÔÖØÙÛÜßàâäæçèéêëîïôöøùûüÿŒœ";
const SIGNS = "\u00a0©«°·»×–—‘’‚“”„…‹›\u2009\u2011\u202f\u2212";

const source = new URL(
  "../node_modules/@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2",
  import.meta.url,
);
const font = await subset(readFileSync(source), ASCII + LETTERS + SIGNS, { targetFormat: "woff2" });
const out = new URL("../fonts/", import.meta.url);
mkdirSync(out, { recursive: true });
writeFileSync(new URL("nunito.woff2", out), font);
