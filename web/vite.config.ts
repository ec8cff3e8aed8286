import { defineConfig } from "vitest/config";

interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** Everything up to the first card in one file: what the entry and a table import at once. In parts it packs worse. */
function firstPage(): (id: string, graph: Graph) => string | null {
  const first = new Set<string>();
  const add = (id: string, graph: Graph): void => {
    if (first.has(id)) return;
    first.add(id);
    for (const other of graph.getModuleInfo(id)?.importedIds ?? []) add(other, graph);
  };
  return (id, graph) => {
    if (first.size === 0) {
      for (const root of ["main", "TablePage"]) add(new URL(`src/${root}.tsx`, import.meta.url).pathname, graph);
    }
    return first.has(id) && !id.endsWith(".css") ? "first" : null;
  };
}

// The server serves what is built; a strict content policy wants every asset as a file of its own.
export default defineConfig({
  base: "./", // it may lie below any path; the server writes the path into the page
  build: {
    outDir: "../src/nonante/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licenses.md" }, // what is bundled asks that its notice goes along
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstPage() }] } } },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  server: { proxy: { "/api": "http://127.0.0.1:8098", "/ws": { target: "ws://127.0.0.1:8098", ws: true } } },
});
