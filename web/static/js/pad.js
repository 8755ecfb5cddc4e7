// A card by hand in two taps or two keys: the rank, then the suit.
import { $, setAttr, setHidden, setText } from "./dom.js";
import { w } from "./words.js";

const RANKS = "23456789TJQKA";

export class CardPad {
  // entered(name or null); moved(): the pad was opened or closed.
  constructor(entered, moved) {
    this.entered = entered;
    this.moved = moved;
    this.rank = null;
    this.suit = null;
    this.root = $("pad");
    for (const node of this.root.querySelectorAll("[data-rank]")) {
      node.addEventListener("click", () => this.pickRank(node.dataset.rank));
    }
    for (const node of this.root.querySelectorAll("[data-suit]")) {
      node.addEventListener("click", () => this.pickSuit(node.dataset.suit));
    }
    $("pad-unread").addEventListener("click", () => this.unread());
    $("pad-close").addEventListener("click", () => this.close());
  }

  get isOpen() {
    return !this.root.hidden;
  }

  // kind: "up" for rank and suit, "down" for a card that nobody looks at, "any" for both.
  open(title, kind) {
    this.title = title;
    this.kind = kind;
    setAttr($("pad-unread"), "aria-disabled", kind === "up" ? "true" : "false");
    $("pad-unread").classList.toggle("go", kind === "down");
    for (const node of this.root.querySelectorAll("[data-rank], [data-suit]")) {
      setAttr(node, "aria-disabled", String(kind === "down"));
    }
    setHidden(this.root, false);
    this.clear();
    this.moved();
  }

  close() {
    setHidden(this.root, true);
    this.clear();
    this.moved();
  }

  clear() {
    this.rank = null;
    this.suit = null;
    this.draw();
  }

  draw() {
    for (const node of this.root.querySelectorAll("[data-rank]")) {
      setAttr(node, "aria-pressed", String(node.dataset.rank === this.rank));
    }
    for (const node of this.root.querySelectorAll("[data-suit]")) {
      setAttr(node, "aria-pressed", String(node.dataset.suit === this.suit));
    }
    const ask = this.kind === "down" ? w("It lies face down; nobody enters what it is.") : this.rank ? w("Which suit?") : w("Which rank?");
    setText($("pad-title"), this.title ? `${this.title} — ${ask}` : ask);
  }

  pickRank(rank) {
    if (this.kind === "down") return;
    this.rank = rank;
    this.ready();
  }

  pickSuit(suit) {
    if (this.kind === "down") return;
    this.suit = suit;
    this.ready();
  }

  ready() {
    if (!this.rank || !this.suit) {
      this.draw();
      return;
    }
    const name = this.rank + this.suit;
    this.clear();
    this.entered(name);
  }

  unread() {
    if ($("pad-unread").getAttribute("aria-disabled") === "false") this.entered(null);
  }

  // True when the key was taken.
  key(key) {
    const upper = key.toUpperCase();
    if (key === "Escape") this.close();
    else if (key === ".") this.unread();
    else if (this.rank && "CDHS".includes(upper)) this.pickSuit(upper.toLowerCase());
    else if (CardPad.rankOf(key)) this.pickRank(CardPad.rankOf(key));
    else return false;
    return true;
  }

  // The rank that a key stands for, or null; a ten is T, 0, or 1 and then 0.
  static rankOf(key) {
    if (key === "1" || key === "0") return "T";
    return key.length === 1 && RANKS.includes(key.toUpperCase()) ? key.toUpperCase() : null;
  }
}
