// Packs the Python that the static page runs into web/python: the interpreter, the standard library, nonante.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const LIMIT = 7_000_000;
const out = new URL("../python/", import.meta.url);
const pyodide = new URL("../node_modules/pyodide/", import.meta.url);

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // columns of tracebacks weigh a quarter
python.mountNodeFS("/src", fileURLToPath(new URL("../../src/", import.meta.url)));
python.mountNodeFS("/out", fileURLToPath(out));
try {
  python.runPython(readFileSync(new URL("archive.py", import.meta.url), "utf8"));
} catch ({ message }) {
  throw message; // without the source line, which is all of Pyodide
}

// The rules are read also where Python cannot run.
const local = await python.pyimport("nonante.browser").start({}, "");
const writeRules = async (language) => {
  const { status, body } = JSON.parse(await local.request("GET", `/api/rules/${language}`));
  if (status !== 200) throw new Error(body);
  writeFileSync(new URL(`rules.${language}.json`, out), body);
};
await Promise.all(python.pyimport("nonante.texts").LANGUAGES.toJs().map(writeRules));

// Named .bin: of a .gz some hosts say that it is a packed answer, and the browser unpacks it before we do.
const parts = {
  wasm: new URL("pyodide.asm.wasm", pyodide),
  library: new URL("library.zip", out),
  nonante: new URL("nonante.zip", out),
};
const sizes = {};
for (const [name, file] of Object.entries(parts)) {
  const packed = gzipSync(readFileSync(file), { level: 9 });
  sizes[name] = packed.length;
  writeFileSync(new URL(`${name}.bin`, out), packed);
}
writeFileSync(new URL("sizes.json", out), JSON.stringify(sizes));

const glue = gzipSync(readFileSync(new URL("pyodide.asm.mjs", pyodide)), { level: 9 }).length;
const total = Object.values(sizes).reduce((sum, size) => sum + size, glue);
for (const [name, size] of Object.entries({ ...sizes, glue, total })) {
  console.log(`Python, ${name}: ${(size / 1e6).toFixed(2)} MB gzip`);
}
if (total > LIMIT) throw new Error(`the Python part is heavier than ${LIMIT / 1e6} MB`);
