// Runs a program of Python in Pyodide, as a browser's worker does: node pyodide.mjs ROOT PROGRAM ARGUMENT
import { pathToFileURL } from "node:url";

const [root, program, argument] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${root}/web/node_modules/pyodide/pyodide.mjs`).href);
const python = await loadPyodide();
for (const [name, folder] of [
  ["nonante", "src/nonante"],
  ["tests", "tests"],
]) {
  python.FS.mkdirTree(`/app/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: `${root}/${folder}` }, `/app/${name}`);
}
python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/app')");
python.globals.set("argument", argument);
try {
  await python.runPythonAsync(program);
} catch (error) {
  console.error(String(error.message));
  process.exitCode = 1;
}
process.exit(); // what Python's event loop still waits for would keep the process
