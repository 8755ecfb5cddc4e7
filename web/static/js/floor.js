// The floor's overview: one card a table, made once and patched; those that wait stand first, answered with one tap.
import { $, make, setData, setHidden, setText } from "./dom.js";
import { minutes } from "./clock.js";
import { STEADY_MS } from "./controls.js";
import { enter } from "./post.js";
import { follow } from "./stream.js";
import { stayAwake } from "./wake.js";
import { w } from "./words.js";

const SETTLE_MS = 1500;
const NOTICE_MS = 5000;
// So many tables are still read one by one; more have to be taken in at a glance.
const FEW = 8;
const known = new Map();
let touched = -SETTLE_MS;
let moved = -STEADY_MS;
let live = false;
let order = [];
let noticeTimer = 0;

function notice(text) {
  // The same words twice must be heard twice.
  $("notice").textContent = "";
  $("notice").textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { $("notice").textContent = ""; }, NOTICE_MS);
}

function makeCard(table) {
  const root = make("div", "table-card");
  const link = make("a", "table-link");
  link.href = document.body.dataset.tableUrl.replace("TABLE", encodeURIComponent(table));
  const part = (className, tag = "span") => {
    const node = make(tag, className);
    link.append(node);
    return node;
  };
  const head = part("table-head");
  const title = make("b");
  const game = make("span", "label");
  head.append(title, game);
  const answer = make("button", "big answer");
  answer.hidden = true;
  const wait = part("table-wait");
  const reasons = Array.from({ length: 3 }, () => make("span"));
  const all = make("span", "wait-why");
  all.append(...reasons);
  const since = make("b", "wait-since");
  wait.append(all, since);
  const now = part("table-now");
  const figures = part("table-figures");
  const figureNodes = Array.from({ length: 5 }, () => make("span"));
  figures.append(...figureNodes);
  const nodes = {
    table, root, title, game, answer, wait, reasons, since, now, figureNodes,
    last: part("table-last"), lights: part("table-lights"), lightNodes: [], view: null, changed: 0, down: null, sent: false,
  };
  root.append(link, answer);
  answer.addEventListener("pointerdown", () => { nodes.down = performance.now(); });
  answer.addEventListener("click", (event) => {
    const when = event.detail > 0 && nodes.down !== null ? nodes.down : performance.now();
    nodes.down = null;
    pressed(nodes, when);
  });
  $("cards").append(root);
  moved = performance.now();
  known.set(table, nodes);
  setData($("tables"), "many", known.size > FEW ? "yes" : "no");
  return nodes;
}

// The finger meant the call that stood there when it came down: not one that has just come or moved there.
async function pressed(nodes, when) {
  const { view, table } = nodes;
  if (when - Math.max(nodes.changed, moved) < STEADY_MS) notice(w("That button has just changed. Look, and press again."));
  else if (!view.answer) notice(w("That is not possible now."));
  else if (!live) notice(w("Not entered: the connection is lost. The page tries again by itself."));
  else if (nodes.sent) notice(w("One moment: the last entry is still on its way."));
  else {
    nodes.sent = true;
    try {
      const url = document.body.dataset.entryUrl.replace("TABLE", encodeURIComponent(table));
      const reply = await enter(view.answer.entry, view.turn, url);
      notice(`${view.title}: ${reply.refused ?? w("the call is answered")}`);
    } catch {
      notice(w("Not entered: the connection is lost. The page tries again by itself."));
    }
    nodes.sent = false;
  }
}

// All that a table waits for: who called does not hide what he called about.
const reasons = (view) => [view.floor_call, view.question, view.paused].filter(
  (each, index, all) => each && all.findIndex((other) => other.includes(each)) === index,
);
const why = (view) => reasons(view).join(" · ");

function draw(view) {
  const nodes = known.get(view.table) ?? makeCard(view.table);
  const before = nodes.view;
  nodes.view = view;
  setText(nodes.title, view.title || view.table);
  setText(nodes.game, `${view.game} ${view.stakes}`);
  drawWait(nodes);
  drawAnswer(nodes, before);
  setText(nodes.now, reasons(view).includes(view.now) ? "" : view.now);
  const figures = [
    w("Hand %(number)s", { number: view.hand }), view.street_name, w("%(count)s players", { count: view.players }),
    `${w("pot")} ${view.pot}`, w("%(count)s hands an hour", { count: Math.round(view.hands_an_hour) }),
  ];
  nodes.figureNodes.forEach((node, index) => setText(node, figures[index]));
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
  if (why(view) && !(before && why(before))) announce(`${view.title}: ${why(view)}`);
}

function announce(text) {
  $("announcer").append(make("p", "", text));
  while ($("announcer").children.length > 20) $("announcer").firstChild.remove();
}

function drawAnswer(nodes, before) {
  const { view, answer } = nodes;
  const call = (seen) => (seen?.answer ? `${seen.floor_call} ${seen.floor_call_since}` : "");
  if (call(view) !== call(before)) nodes.changed = performance.now();
  setHidden(answer, !view.answer);
  if (!view.answer) return;
  setText(answer, view.answer.label);
  answer.setAttribute("aria-label", `${view.title}: ${view.answer.label}`);
}

function drawWait(nodes) {
  const { view } = nodes;
  setHidden(nodes.wait, !why(view));
  const all = reasons(view);
  nodes.reasons.forEach((node, index) => setText(node, all[index] ?? ""));
  const time = view.floor_call_since ? minutes(Date.now() / 1000 - view.floor_call_since) : "";
  setText(nodes.since, time);
  if (time) nodes.since.title = w("called %(time)s ago", { time });
  setData(nodes.root, "waits", why(view) ? "yes" : "no");
}

// Those that called first stand first; nothing moves while a finger is near.
function sort() {
  for (const nodes of known.values()) if (nodes.view) drawWait(nodes);
  if (performance.now() - touched < SETTLE_MS) return;
  const rank = (view) => (view.floor_call ? 0 : why(view) ? 1 : 2);
  const all = [...known.values()].filter((nodes) => nodes.view);
  all.sort((a, b) => rank(a.view) - rank(b.view)
    || (a.view.floor_call_since ?? 0) - (b.view.floor_call_since ?? 0) || order.indexOf(a.table) - order.indexOf(b.table));
  const focused = document.activeElement;
  const places = { waiting: 0, cards: 0 };
  for (const { root, view } of all) {
    const home = $(why(view) ? "waiting" : "cards");
    const place = home.children[places[home.id]++];
    if (place === root) continue;
    home.insertBefore(root, place ?? null);
    moved = performance.now();
  }
  // A node that is moved loses the focus, and with it somebody who works by keys.
  if (focused !== document.activeElement && $("tables").contains(focused)) focused.focus({ preventScroll: true });
}

for (const name of ["pointerdown", "pointermove", "focusin"]) {
  $("tables").addEventListener(name, () => { touched = performance.now(); });
}
setInterval(sort, 500);
follow(document.body.dataset.stream, {
  card: draw,
  tables(ids) {
    order = ids;
    setHidden($("none"), ids.length > 0);
    for (const [table, nodes] of known) setHidden(nodes.root, !ids.includes(table));
  },
  live(now, seconds) {
    live = now;
    setHidden($("stale"), live);
    if (!live) setText($("stale"), w("The page is not live: last news %(seconds)s s ago. Nothing can be entered.", { seconds }));
  },
  signedOut() { location.href = document.body.dataset.signIn; },
});
stayAwake();
