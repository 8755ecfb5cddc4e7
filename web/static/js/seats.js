// The table as it lies: one section a seat, made once, patched for ever.
import { make, setAttr, setData, setHidden, setText } from "./dom.js";
import { makeCard, patchCard } from "./cards.js";
import { w } from "./words.js";

// Room for what lies face down and for what lies face up; a seventh card that was turned by mistake is the fifth there.
const DOWN = 3;
const UP = 5;
const UP_CARDS = 4;
const QUIET = {
  folded: "folded", "all-in": "all in", mucked: "mucked", shown: "shown",
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
  const rows = [[down, DOWN], [up, UP]].map(([row, room]) => {
    const cards = Array.from({ length: room }, makeCard);
    row.append(...cards);
    return { row, cards };
  });
  lying.append(down, up);
  const foot = make("footer", "seat-foot");
  const turn = make("span", "seat-turn");
  const bet = make("span", "seat-bet");
  const showing = make("span", "seat-showing");
  const line = make("span", "seat-line");
  line.append(bet, showing);
  foot.append(turn, line);
  root.append(head, lying, foot);
  return { root, name, stack, rows, turn, bet, showing };
}

// The cards of a seat by the row that they lie in, each row in the order dealt. The view gives those that were dealt
// face down first; in a hand that was shown they lie open, and still lie in their own row.
function rowsOf(seat) {
  if (seat.status === "shown") {
    const down = Math.max(Math.min(2, seat.cards.length), seat.cards.length - UP_CARDS);
    return [seat.cards.slice(0, down), seat.cards.slice(down)];
  }
  return [seat.cards.filter((card) => !card.face_up), seat.cards.filter((card) => card.face_up)];
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
  rowsOf(seat).forEach((lying, which) => {
    const { row, cards } = nodes.rows[which];
    setData(row, "count", String(lying.length));
    cards.forEach((card, index) => patchCard(card, lying[index] ?? null));
  });
  setText(nodes.turn, seat.acts ? `▶ ${w("acts")}` : QUIET[seat.status] ? w(QUIET[seat.status]) : "");
  const bet = seat.bet ? w("bet %(amount)s", { amount: seat.bet }) : "";
  setText(nodes.bet, seat.won ? w("won %(amount)s", { amount: seat.won }) : seat.brings_in && bet ? `${bet} ↓` : bet);
  setText(nodes.showing, seat.showing);
}
