import { defineConfig } from "vitest/config";

const file = (path: string): string => new URL(path, import.meta.url).pathname;

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
      for (const root of ["main", "app/TablePage"]) add(file(`src/${root}.tsx`), graph);
    }
    return first.has(id) && !id.endsWith(".css") ? "first" : null;
  };
}

/** What a server of ours says in a header, the page itself says where any host hands it out; Python is WebAssembly. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");
const policy = {
  name: "policy",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
      injectTo: "head-prepend" as const,
    },
  ],
};

// Handed out by a server of ours, or, as "static", by any; a strict content policy wants every asset as a file of its own.
export default defineConfig(({ mode }) => ({
  resolve: { alias: { "#host": file(mode === "static" ? "src/local/host.ts" : "src/net/server.ts") } },
  worker: { format: "es" },
  plugins: mode === "static" ? [policy] : [],
  base: "./", // it may lie below any path; the server writes the path into the page
  build: {
    outDir: mode === "static" ? "../.tools/static" : "../src/nonante/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licenses.md" }, // what is bundled asks that its notice goes along
    // A list of every later script beside its page would weigh a kilobyte on the first page; scripts name what they import.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, names) => names.filter((name) => name.endsWith(".css")),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: firstPage() }] },
        // The first page names more than a hundred files, and a hash does not pack: as few letters as are allowed.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:6][extname]",
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"], css: true },
  server: { proxy: { "/api": "http://127.0.0.1:8098", "/ws": { target: "ws://127.0.0.1:8098", ws: true } } },
}));
