import { defineConfig } from "vitest/config";

// The server serves what is built; a strict content policy wants every asset as a file of its own.
export default defineConfig({
  build: {
    outDir: "../src/nonante/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licenses.md" }, // what is bundled asks that its notice goes along
    modulePreload: { polyfill: false },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  server: { proxy: { "/api": "http://127.0.0.1:8098", "/ws": { target: "ws://127.0.0.1:8098", ws: true } } },
});
