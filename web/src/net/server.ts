// Tables on the server that this page came from.
import type { Ears, Host, Line } from "./host";
import { at } from "./prefix";

function connect(code: string, ears: Ears): Line {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${at(`/ws/${code}`)}`);
  socket.addEventListener("open", () => ears.opened());
  socket.addEventListener("message", ({ data }) => ears.heard(String(data)));
  socket.addEventListener("close", (event) => ears.closed(event.code));
  return {
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
    say: (text) => socket.send(text),
    close: () => socket.close(),
  };
}

export const host: Host = {
  alone: false,
  request: (path, options) => fetch(at(path), options),
  connect,
  keep: async () => void (await navigator.serviceWorker?.register(at("/sw.js"))),
};
