// The table as it lies: one section a seat, made once, patched for ever.
import { make, setAttr, setData, setHidden, setText } from "./dom.js";
import { makeCard, patchCard } from "./cards.js";
import { w } from "./words.js";

const DOWN = [0, 1, 6]; // first and second card, and the seventh, in a row of their own
const UP = [2, 3, 4, 5];
const QUIET = {
  folded: "folded", "all-in": "all in", mucked: "mucked", shown: "shown", dead: "dead hand",
  "sitting-out": "sitting out", empty: "empty", waiting: "waiting",
};

function makeSeat(number) {
  const root = make("section", "seat");
  const head = make("header", "seat-head");
  const no = make("span", "seat-no", String(number));
  const name = make("span", "seat-name");
  const stack = make("span", "seat-stack");
  head.append(no, name, stack);
  const lying = make("div", "lying");
  const down = make("div", "down");
  const up = make("div", "up");
  const cards = [];
  for (const [row, indexes] of [[down, DOWN], [up, UP]]) {
    for (const index of indexes) {
      cards[index] = makeCard();
      row.append(cards[index]);
    }
  }
  lying.append(down, up);
  const foot = make("footer", "seat-foot");
  const turn = make("span", "seat-turn");
  const bet = make("span", "seat-bet");
  const showing = make("span", "seat-showing");
  foot.append(turn, bet, showing);
  root.append(head, lying, foot);
  return { root, name, stack, cards, turn, bet, showing };
}

export function seatsIn(container) {
  const known = new Map();
  return (view) => {
    for (const seat of view.seats) {
      if (!known.has(seat.seat)) {
        const made = makeSeat(seat.seat);
        known.set(seat.seat, made);
        container.append(made.root);
      }
      patch(known.get(seat.seat), seat);
    }
    for (const [number, nodes] of known) setHidden(nodes.root, !view.seats.some((seat) => seat.seat === number));
    setData(container, "count", String(view.seats.length));
  };
}

function patch(nodes, seat) {
  const empty = seat.status === "empty";
  setData(nodes.root, "status", seat.status);
  setData(nodes.root, "acts", seat.acts ? "yes" : "no");
  setData(nodes.root, "won", seat.won > 0 ? "yes" : "no");
  setData(nodes.root, "open", seat.status === "shown" ? "yes" : "no");
  setAttr(nodes.root, "aria-label", w("seat %(seat)s", { seat: seat.seat }));
  setText(nodes.name, seat.name);
  setText(nodes.stack, empty ? "" : String(seat.stack));
  for (let index = 0; index < 7; index += 1) patchCard(nodes.cards[index], seat.cards[index] ?? null);
  setText(nodes.turn, seat.acts ? `▶ ${w("acts")}` : QUIET[seat.status] ? w(QUIET[seat.status]) : "");
  const bet = seat.bet ? w("bet %(amount)s", { amount: seat.bet }) : "";
  setText(nodes.bet, seat.won ? w("won %(amount)s", { amount: seat.won }) : seat.brings_in && bet ? `${bet} ↓` : bet);
  setText(nodes.showing, seat.showing);
}
