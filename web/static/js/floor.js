// The floor's overview: one card a table, made once and patched; those that wait stand first.
import { $, make, setAttr, setData, setHidden, setText } from "./dom.js";
import { minutes } from "./clock.js";
import { follow } from "./stream.js";
import { stayAwake } from "./wake.js";
import { w } from "./words.js";

const SETTLE_MS = 1500;
const known = new Map();
let touched = 0;

function makeCard(table) {
  const root = make("a", "table-card");
  root.href = document.body.dataset.tableUrl.replace("TABLE", encodeURIComponent(table));
  const part = (className, tag = "div") => {
    const node = make(tag, className);
    root.append(node);
    return node;
  };
  const head = part("table-head");
  const title = make("span");
  const game = make("span", "label");
  head.append(title, game);
  const nodes = {
    root, title, game, wait: part("table-wait"), now: part("table-now"), figures: part("table-figures"),
    last: part("table-last"), lights: part("table-lights"), lightNodes: [], view: null,
  };
  $("cards").append(root);
  known.set(table, nodes);
  return nodes;
}

const why = (view) => view.floor_call || view.question || view.paused;

function since(view) {
  if (!view.floor_call_since) return "";
  return ` · ${w("called %(time)s ago", { time: minutes(Date.now() / 1000 - view.floor_call_since) })}`;
}

function draw(view) {
  const nodes = known.get(view.table) ?? makeCard(view.table);
  const waited = nodes.view && why(nodes.view);
  nodes.view = view;
  setText(nodes.title, view.title || view.table);
  setText(nodes.game, `${view.game} ${view.stakes}`);
  drawWait(nodes);
  setText(nodes.now, view.now);
  const figures = [
    w("Hand %(number)s", { number: view.hand }), view.street_name, w("%(count)s players", { count: view.players }),
    `${w("pot")} ${view.pot}`, w("%(count)s hands an hour", { count: Math.round(view.hands_an_hour) }),
  ];
  setText(nodes.figures, figures.filter(Boolean).join(" · "));
  setText(nodes.last, view.last);
  while (nodes.lightNodes.length < view.devices.length) {
    const light = make("span", "health");
    nodes.lights.append(light);
    nodes.lightNodes.push(light);
  }
  nodes.lightNodes.forEach((light, index) => {
    const device = view.devices[index];
    setHidden(light, !device);
    if (!device) return;
    setText(light, `${device.name} ${device.words}`);
    setData(light, "health", device.health);
  });
  if (why(view) && !waited) setText($("announcer"), `${view.title}: ${why(view)}`);
}

function drawWait(nodes) {
  const { view } = nodes;
  setText(nodes.wait, why(view) ? why(view) + since(view) : "");
  setData(nodes.root, "waits", why(view) ? "yes" : "no");
}

// Those that called first stand first; nothing moves while a finger is near.
function sort() {
  for (const nodes of known.values()) if (nodes.view) drawWait(nodes);
  if (performance.now() - touched < SETTLE_MS) return;
  const rank = (view) => (view.floor_call ? 0 : why(view) ? 1 : 2);
  const all = [...known.values()].filter((nodes) => nodes.view);
  all.sort((a, b) => rank(a.view) - rank(b.view) || (a.view.floor_call_since ?? 0) - (b.view.floor_call_since ?? 0));
  all.forEach((nodes, index) => {
    if ($("cards").children[index] !== nodes.root) $("cards").insertBefore(nodes.root, $("cards").children[index]);
  });
}

for (const name of ["pointerdown", "pointermove", "focusin"]) {
  $("cards").addEventListener(name, () => { touched = performance.now(); });
}
setInterval(sort, 500);
follow(document.body.dataset.stream, {
  card: draw,
  tables(ids) {
    for (const [table, nodes] of known) setHidden(nodes.root, !ids.includes(table));
  },
  live(live, seconds) {
    setHidden($("stale"), live);
    if (!live) setText($("stale"), w("The page is not live: last news %(seconds)s s ago. Nothing can be entered.", { seconds }));
  },
  signedOut() { location.href = document.body.dataset.signIn; },
});
stayAwake();
