// A card as it lies: a node that is made once and patched.
import { make, setAttr, setData, setText } from "./dom.js";
import { w } from "./words.js";

const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANKS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const STATES = { due: "due", "left-shoe": "left the shoe", seen: "seen", conflict: "asked", "by-hand": "by hand" };
const SVG = "http://www.w3.org/2000/svg";

export function cardWords(name) {
  return w("%(rank)s of %(suit)s", { rank: w(RANKS[name[0]]), suit: w(SUITS[name[1]]) });
}

export function makeCard() {
  const node = make("span", "card");
  node.setAttribute("role", "img");
  const rank = make("b");
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "suit");
  const use = document.createElementNS(SVG, "use");
  picture.append(use);
  node.append(rank, picture, make("i"));
  return node;
}

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

export function cardSign(name) {
  return `${name[0] === "T" ? "10" : name[0]}${SIGNS[name[1]]}`;
}

// A sentence with its cards written as they are drawn: `Td` as `10♦`.
export function withSigns(text) {
  return text.replace(/(?<![\w'])(?:10|[2-9TJQKA])[cdhs](?![\w'])/g, (found) => cardSign(found.replace("10", "T")));
}

// What a node showed before must not stay on it when its card is taken away or lies face down.
function forget(node) {
  delete node.dataset.suit;
  delete node.dataset.rank;
  const [rank, picture, note] = node.children;
  setText(rank, "");
  setText(note, "");
  picture.firstChild.removeAttribute("href");
  node.removeAttribute("aria-label");
  delete node.dataset.state;
}

// card: a TableCard of the view, or null for an empty place.
export function patchCard(node, card) {
  const [rank, picture, note] = node.children;
  if (!card?.face_up || !card.name) forget(node);
  if (card === null) {
    setData(node, "face", "none");
    setAttr(node, "aria-hidden", "true");
    return;
  }
  node.removeAttribute("aria-hidden");
  const pending = card.state === "due" || card.state === "left-shoe";
  const face = card.face_up && card.name ? "up" : card.face_up || pending ? "place" : "down";
  setData(node, "face", face);
  setData(node, "state", card.state);
  const state = STATES[card.state] ? w(STATES[card.state]) : "";
  if (face === "up") {
    setText(rank, card.name[0] === "T" ? "10" : card.name[0]);
    setData(node, "suit", card.name[1]);
    setData(node, "rank", card.name[0]);
    setAttr(picture.firstChild, "href", `#suit-${card.name[1]}`);
    setText(note, card.state === "conflict" ? "?" : "");
    setAttr(node, "aria-label", [cardWords(card.name), state].filter(Boolean).join(", "));
    return;
  }
  const down = card.read || pending ? w("face down") : w("face down, not read");
  setText(rank, face === "down" ? (card.read ? "##" : "··") : card.state === "conflict" ? "?" : "");
  setText(note, face === "place" ? state : "");
  setAttr(node, "aria-label", [card.face_up ? "" : down, state].filter(Boolean).join(", ") || w("due"));
}

export function faceUp(name, state = "confirmed") {
  return { face_up: true, name, state, read: true };
}
