// A computer player in JavaScript: node bot.mjs https://cards.example/t/BCDFGH [NAME]   (Node 22 or newer)
// It asks the host for a seat, lays the smallest step that does not lose, and ends its turn as soon as it may.
const [link, name = "Smallest step"] = process.argv.slice(2);
if (!link || !globalThis.WebSocket) {
  console.error(link ? "This needs Node 22 or newer." : "Give the link to a table: node bot.mjs LINK [NAME]");
  process.exit(2);
}
const socket = new WebSocket(link.replace(/^http/, "ws").replace("/t/", "/ws/"));
const send = (type, more = {}) => socket.send(JSON.stringify({ type, key: crypto.randomUUID(), ...more }));
const moveIn = ({ hand, end, end_loses }) => {
  if (!end && !end_loses) return "end";
  const steps = hand.flatMap(({ card, options }) => options.filter(({ ok }) => ok).map((step) => ({ card, ...step })));
  steps.sort((a, b) => Boolean(a.loses) - Boolean(b.loses) || a.jump - b.jump);
  return steps.length ? `${steps[0].card}${steps[0].pile}` : "end";
};
let latest;
const look = (type, table) => {
  if (type === "welcome" && table.you === null) send("sit", { name, bot: true });
  const game = table?.game;
  if (!game || table.you === null || table.lobby) return;
  if (game.status !== "playing") socket.close(console.log(`${game.status}, ${game.score} left`));
  else if (game.active === table.you && game.starter !== null) send("play", { move: moveIn(game), seq: table.seq });
};
socket.onopen = () => send("hello");
socket.onmessage = ({ data }) => {
  const { type, table, refusal } = JSON.parse(data);
  latest = table ?? latest;
  if (type !== "refused") look(type, table);
  else if (["stale", "too-fast"].includes(refusal.code)) setTimeout(() => look("again", latest), 500);
  else socket.close(console.error(refusal.text));
};
