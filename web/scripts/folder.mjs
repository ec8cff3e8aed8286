// Which build the scripts work on: the server's client, or with "static" the page that needs no server.
export const alone = process.argv[2] === "static";
export const client = new URL(alone ? "../../.tools/static/" : "../../src/nonante/server/client/", import.meta.url);
