// Adds to the notices of what is bundled those of the Python that goes along as it is.
import { appendFileSync, readFileSync } from "node:fs";
import { client } from "./folder.mjs";

const pyodide = JSON.parse(readFileSync(new URL("../node_modules/pyodide/package.json", import.meta.url), "utf8"));
appendFileSync(
  new URL("licenses.md", client),
  `
## ${pyodide.name}, ${pyodide.version} (${pyodide.license})

Unchanged; its source is at ${pyodide.homepage} under the Mozilla Public License 2.0.

## CPython and its standard library, within Pyodide (PSF-2.0)

Copyright © 2001 Python Software Foundation; all rights reserved. Licensed under the Python Software Foundation License
Version 2. The modules of the standard library are compiled and without their docstrings.
`,
);
