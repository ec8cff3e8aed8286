// Adds to the notices of what is bundled those of the font, and of the Python that goes along as it is.
import { appendFileSync, readFileSync } from "node:fs";
import { alone, client } from "./folder.mjs";

const file = (path) => readFileSync(new URL(`../node_modules/${path}`, import.meta.url), "utf8");
const add = (text) => appendFileSync(new URL("licenses.md", client), `\n${text}`);

const nunito = JSON.parse(file("@fontsource-variable/nunito/package.json"));
add(`## Nunito, ${nunito.version} (${nunito.license})

Subset to the letters of three languages.

${file("@fontsource-variable/nunito/LICENSE").trim()}
`);

if (alone) {
  const pyodide = JSON.parse(file("pyodide/package.json"));
  add(`## ${pyodide.name}, ${pyodide.version} (${pyodide.license})

Unchanged; its source is at ${pyodide.homepage} under the Mozilla Public License 2.0.

## CPython and its standard library, within Pyodide (PSF-2.0)

Copyright © 2001 Python Software Foundation; all rights reserved. Licensed under the Python Software Foundation License
Version 2. The modules of the standard library are compiled and without their docstrings.
`);
}
