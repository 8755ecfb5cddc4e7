// The dealer's page: draws each view as it comes, sends what is pressed.
import { $, fit, make, setAttr, setData, setHidden, setText } from "./dom.js";
import { AmountPad } from "./amount.js";
import { askFor, cardsWanted, isIncomplete } from "./ask.js";
import { clockIn, minutes } from "./clock.js";
import { Controls } from "./controls.js";
import { cardSign, withSigns } from "./cards.js";
import { drawFacts } from "./facts.js";
import { menu } from "./menu.js";
import { CardPad } from "./pad.js";
import { enter } from "./post.js";
import { QuestionPanel } from "./question.js";
import { scrollerOf } from "./scroller.js";
import { seatsIn } from "./seats.js";
import { follow } from "./stream.js";
import { stayAwake } from "./wake.js";
import { w } from "./words.js";

const NOTICE_MS = 5000;
const KEPT_LINES = 20;
// Two words of which only one can be meant share a place.
const SHARED = { resume: "pause" };
const ALWAYS = new Set(["floor", "pause"]);
// The floor has its verbs beside the table, where that is narrow behind one button; the dealer's are behind the menu.
const narrow = matchMedia("(max-width: 900px), (max-height: 560px)");
const verbs = document.body.dataset.role === "floor" && !narrow.matches ? $("verbs") : $("player-verbs");
const floors = document.body.dataset.role !== "dealer"; // a rule by its number is for whoever rules
const mayEnter = document.body.dataset.enters === "yes";
const state = { view: null, live: false, sending: false, heardId: null, filling: null, byHand: localStorage.getItem("by-hand") === "yes" };

const controls = new Controls(pressed, notice);
const question = new QuestionPanel(controls);
const pad = new CardPad(cardByHand, showPads);
const amounts = new AmountPad((control, amount) => send({ ...control.entry, to: amount }), showPads);
const drawSeats = seatsIn($("seats"));
const bringSeat = scrollerOf($("seats"));
const drawClock = clockIn($("clock"));
const inPage = new Set(controls.places.keys());

let noticeTimer = 0;
function notice(text) {
  const node = $("notice");
  // The same words twice must be heard twice.
  node.textContent = "";
  node.textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { node.textContent = ""; }, NOTICE_MS);
}

function lock() {
  controls.locked = !state.live
    ? w("Not entered: the connection is lost. The page tries again by itself.")
    : state.sending
      ? w("One moment: the last entry is still on its way.")
      : "";
}

async function send(entry, place = null) {
  if (controls.locked) {
    notice(controls.locked);
    return;
  }
  const turn = state.view.turn;
  state.sending = true;
  lock();
  if (place) setData(place.node, "sent", "yes");
  try {
    const reply = await enter(entry, turn);
    if (reply.refused) notice(withSigns(reply.rule && floors ? `${reply.refused} (${reply.rule})` : reply.refused));
    else await newsAfter(turn);
  } catch {
    notice(w("Not entered: the connection is lost. The page tries again by itself."));
  }
  if (place) setData(place.node, "sent", "no");
  state.sending = false;
  lock();
}

// Entered: wait until the page shows it, so that nothing is pressed on what is over.
function newsAfter(turn) {
  return new Promise((resolve) => {
    const until = performance.now() + 2000;
    const look = () => (state.view.turn > turn || performance.now() > until ? resolve() : setTimeout(look, 10));
    look();
  });
}

function pressed(control, place) {
  if (control.amounts) amounts.open(control);
  else if (cardsWanted(control.entry)) {
    state.filling = { control, cards: [], count: cardsWanted(control.entry) };
    openPad();
  } else if (isIncomplete(control)) askFor(control, (entry) => send(entry));
  else send(control.entry, place);
}

// The due card by hand, or the cards that a press still wants.
function cardByHand(name) {
  if (!state.filling) {
    send({ do: "card", card: name });
    return;
  }
  const { control, cards, count } = state.filling;
  // What is shown cannot lie elsewhere too; what answers a question may be about a card that lies there.
  const taken = Array.isArray(control.entry.cards) ? whereItLies(name) : "";
  if (taken) {
    notice(taken);
    return;
  }
  cards.push(name);
  if (cards.length < count) {
    openPad();
    return;
  }
  state.filling = null;
  pad.close();
  const rest = [...cards];
  const filled = Array.isArray(control.entry.cards)
    ? { cards: control.entry.cards.map((card) => card ?? rest.shift()) }
    : { card: rest[0] };
  send({ ...control.entry, ...filled });
}

// Only what everybody sees: of a card that lies face down the page knows nothing.
function whereItLies(name) {
  const card = cardSign(name);
  const lies = (cards) => cards.some((other) => other.face_up && other.name === name);
  const seat = state.view.seats.find((each) => lies(each.cards));
  if (seat) return w("%(card)s already lies at seat %(seat)s", { card, seat: seat.seat });
  if (lies(state.view.community)) return w("%(card)s already lies in the middle", { card });
  return state.filling.cards.includes(name) ? w("%(card)s has just been entered", { card }) : "";
}

function cardWanted() {
  return Boolean(mayEnter && !state.view?.question && state.view?.card_wanted);
}

function openPad() {
  if (state.filling) {
    const { control, cards, count } = state.filling;
    const which = count > 1 ? ` · ${w("Card %(number)s of %(count)s", { number: cards.length + 1, count })}` : "";
    pad.open([control.label, ...cards.map(cardSign)].join(" · ") + which, "up");
  } else {
    pad.open(state.view.now, state.view.card_wanted);
  }
}

// What stands where the hands are: a pad, the choices of a question, or the actions.
function showPads() {
  if (!pad.isOpen) state.filling = null;
  const padOpen = pad.isOpen || amounts.isOpen;
  const asked = Boolean(state.view.question);
  setHidden($("choices"), padOpen || !asked);
  setHidden($("actions"), padOpen || asked);
  controls.fitLoose();
}

function drawCardEntry(view) {
  setAttr($("card-button"), "aria-disabled", String(!cardWanted()));
  setAttr($("card-button"), "aria-pressed", String(state.byHand));
  // What was being filled in belongs to the turn that it was begun on.
  if (pad.isOpen && state.filling && view.turn !== pad.turn) pad.close();
  else if (pad.isOpen && !state.filling && !cardWanted()) pad.close();
  else if (pad.isOpen && view.turn !== pad.turn) openPad();
  else if (!pad.isOpen && state.byHand && view.card_wanted && !view.question) openPad();
  pad.turn = view.turn;
  showPads();
}

function drawControls(view) {
  const acting = view.seats.find((seat) => seat.acts)?.seat;
  const context = [view.hand, view.street, view.step, acting];
  const given = new Map((mayEnter ? view.controls : []).map((control) => [SHARED[control.slot] ?? control.slot, control]));
  for (const slot of given.keys()) {
    if (!inPage.has(slot)) controls.place(slot, verbs);
  }
  for (const place of controls.places.values()) {
    if (/^\d$/.test(place.slot)) continue;
    const control = given.get(place.slot) ?? null;
    // A press that opens a form enters nothing yet: it may be pressed whatever has just been pushed.
    const same = ALWAYS.has(place.slot) || control?.blanks?.length;
    controls.set(place, control, place.slot === "undo" ? view.undo.slice(0, 2) : same ? "" : context);
    if (!inPage.has(place.slot)) setHidden(place.node, !given.has(place.slot));
  }
  setHidden($("verbs"), verbs !== $("verbs") || ![...given.keys()].some((slot) => !inPage.has(slot)));
  if (amounts.isOpen && JSON.stringify(given.get(amounts.control.slot)) !== JSON.stringify(amounts.control)) amounts.close();
}

function drawNow(view) {
  setData($("now"), "mood", view.paused ? "paused" : "calm");
  setText($("now-text"), view.now);
  const paused = view.now.includes(view.paused) ? "" : view.paused;
  setText($("now-detail"), [paused, view.now_detail].filter(Boolean).join(" · "));
}

// The call for the floor stands beside what is to be done, be that the sentence or a question.
function drawCall(view) {
  const chip = $("call");
  const beside = view.question ? $("question") : $("now");
  if (chip.parentElement !== beside) beside.append(chip);
  setHidden(chip, !view.floor_call);
  setData($("now"), "called", view.floor_call ? "yes" : "no");
  setText($("call-why"), view.floor_call);
  tickCall();
}

function tickCall() {
  const called = state.view?.floor_call_since;
  if (called) setText($("call-since"), w("the floor has been called, %(time)s ago", { time: minutes(Date.now() / 1000 - called) }));
}

function fitNow() {
  fit($("now-text"), innerWidth < 700 || innerHeight < 561 ? [40, 34, 28, 24, 20, 17, 15, 13, 12] : [60, 54, 48, 44, 40, 34, 28, 24, 20]);
}

// Each announcement is a line of its own, so that a reader says all that came with one push; old lines go.
// The number of a rule is shown to those who rule, and spoken to nobody.
function announce(text) {
  const region = $("announcer");
  region.append(make("p", "", text.replace(/ \((?:R|WL )\d+(?:\.\d+)?\)/g, "")));
  while (region.children.length > KEPT_LINES) region.firstChild.remove();
}

// Newest first, each a line by itself; what does not fit whole is not begun.
function drawLines(texts) {
  const node = $("said");
  if (node.dataset.texts === JSON.stringify(texts)) return;
  node.dataset.texts = JSON.stringify(texts);
  setData(node, "long", "no");
  node.replaceChildren(...texts.map((text) => make("span", "", text)));
  while (node.children.length > 1 && node.scrollHeight > node.clientHeight + 1) node.lastChild.remove();
  setData(node, "long", node.scrollHeight > node.clientHeight + 1 ? "yes" : "no");
}

const newest = (view) => view.said.slice(-4).reverse().map((said) => said.text);

function drawSaid(view) {
  drawLines(newest(view));
  // What had been said before this page was opened, or before an undo, is not said again.
  const fresh = state.heardId === null ? [] : view.said.filter((said) => said.id > state.heardId);
  for (const said of fresh) announce(said.text);
  state.heardId = view.said.at(-1)?.id ?? state.heardId ?? 0;
}

function draw(view) {
  if (state.view && view.hand === state.view.hand && view.turn < state.view.turn && state.live) state.heardId = null;
  state.view = view;
  document.body.dataset.turn = view.turn;
  document.body.dataset.step = view.step;
  drawFacts(view);
  drawNow(view);
  drawCall(view);
  drawSeats(view);
  question.draw(view);
  drawControls(view);
  drawCardEntry(view);
  drawClock(view);
  drawSaid(view);
  fitNow();
  bringSeat();
  controls.fitLoose();
}

function keyPressed(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || !state.view) return;
  if (document.querySelector("dialog[open]") || event.target.matches("input, textarea, select")) return;
  if ((event.key === "Enter" || event.key === " ") && event.target.closest("button, a") && !amounts.isOpen) return;
  const taken = amounts.isOpen ? amounts.key(event.key) : pad.isOpen ? pad.key(event.key) : false;
  if (!taken && !amounts.isOpen && !ordinaryKey(event.key)) return;
  event.preventDefault();
}

function ordinaryKey(key) {
  if (!mayEnter) return false;
  const place = controls.byKey(key);
  if (place && (place.control || controls.isNew(place))) {
    controls.press(place, performance.now());
    return true;
  }
  if (cardWanted() && CardPad.rankOf(key)) {
    openPad();
    pad.pickRank(CardPad.rankOf(key));
    return true;
  }
  if (place) controls.press(place, performance.now());
  else if (/^[\p{L}\d!]$/u.test(key)) notice(w("That is not possible now."));
  return false;
}

$("card-button").addEventListener("click", () => {
  state.byHand = !(state.byHand && pad.isOpen);
  localStorage.setItem("by-hand", state.byHand ? "yes" : "no");
  if (!cardWanted()) notice(w("That is not possible now."));
  else if (pad.isOpen) pad.close();
  else openPad();
  drawCardEntry(state.view);
});
document.addEventListener("keydown", keyPressed);
addEventListener("resize", () => {
  fitNow();
  controls.fitAll();
  delete $("said").dataset.texts;
  if (state.view) drawLines(newest(state.view));
});

follow(document.body.dataset.stream, {
  view: draw,
  live(live, seconds) {
    if (live && state.view && !state.live) notice(w("The page is live again."));
    state.live = live;
    setData(document.body, "live", live ? "yes" : "no");
    lock();
    setHidden($("stale"), live);
    if (!live) setText($("stale"), w("The page is not live: last news %(seconds)s s ago. Nothing can be entered.", { seconds }));
  },
  signedOut() { location.href = document.body.dataset.signIn; },
});
// A window that becomes narrow, or is so no more, has the floor's verbs elsewhere.
if (document.body.dataset.role === "floor") narrow.addEventListener("change", () => location.reload());
setInterval(tickCall, 1000);
menu(() => controls.fitLoose());
stayAwake();
