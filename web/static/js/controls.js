// The buttons: a place and a node for each word, for ever. A push changes what a button says, never where it is;
// one that changed its meaning in the last 300 ms does nothing and says so.
import { make, setAttr, setData, setText } from "./dom.js";
import { w } from "./words.js";

export const STEADY_MS = 300;

const WORDS = {
  fold: "fold", check: "check", call: "call", "bring-in": "bring-in", complete: "complete", bet: "bet",
  "bet-big": "bet big", raise: "raise", "raise-big": "raise big", "all-in": "all-in", show: "show", muck: "muck",
  next: "next", undo: "undo", floor: "call the floor", clock: "clock", pause: "pause",
};

// Long words get smaller letters until they fit their button; its place and its size stay.
const TIGHT = ["", "1", "2", "3"];

// False for a button that is not to be seen yet: it has no size.
function tighten(node, label) {
  if (!node.clientHeight) return false;
  for (const step of TIGHT) {
    setData(node, "tight", step);
    const fitsDown = label.offsetTop >= -1 && label.offsetTop + label.scrollHeight <= node.clientHeight + 1;
    const fitsAcross = label.offsetLeft + label.scrollWidth <= node.clientWidth && label.scrollWidth <= label.clientWidth + 1;
    if (fitsDown && fitsAcross && label.scrollHeight <= label.offsetHeight + 1) break;
  }
  return true;
}

export class Controls {
  // pressed(control, slot): a legal press.  said(text): a press that does nothing, and why.
  constructor(pressed, said) {
    this.pressed = pressed;
    this.said = said;
    this.places = new Map();
    this.loose = new Set();
    this.locked = "";
    for (const node of document.querySelectorAll("[data-slot]")) this.adopt(node.dataset.slot, node);
  }

  // The screen was turned or the window changed: every label is fitted anew.
  fitAll() {
    for (const place of this.places.values()) this.loose.add(place);
    this.fitLoose();
  }

  // Labels that changed while their button could not be seen are fitted when it can.
  fitLoose() {
    for (const place of this.loose) {
      if (tighten(place.node, place.node.querySelector(".act-label"))) this.loose.delete(place);
    }
  }

  adopt(slot, node) {
    const key = node.querySelector("kbd").textContent;
    const place = { node, slot, key, control: null, meaning: "", changed: -STEADY_MS, down: null };
    this.places.set(slot, place);
    node.addEventListener("pointerdown", () => { place.down = performance.now(); });
    node.addEventListener("click", (event) => {
      // The finger meant what stood there when it came down, not what stands there when it leaves.
      const when = event.detail > 0 && place.down !== null ? place.down : performance.now();
      place.down = null;
      this.press(place, when);
    });
    return place;
  }

  // A place in a container for a word that has none in the page, such as a choice or a verb of the floor.
  place(slot, container) {
    const found = this.places.get(slot);
    if (found) return found;
    const node = make("button", "act");
    node.dataset.slot = slot;
    node.append(make("kbd"), make("span", "act-label"));
    container.append(node);
    return this.adopt(slot, node);
  }

  press(place, when) {
    if (when - place.changed < STEADY_MS) {
      this.said(w("That button has just changed. Look, and press again."));
    } else if (!place.control) {
      this.said(w("That is not possible now."));
    } else if (this.locked) {
      this.said(this.locked);
    } else {
      this.pressed(place.control, place);
    }
  }

  // context: what a press means besides its entry (which seat, which street).
  set(place, control, context) {
    const meaning = control ? JSON.stringify([control.entry, control.label, control.amounts, context]) : "";
    if (meaning !== place.meaning) {
      place.meaning = meaning;
      place.changed = performance.now();
    }
    place.control = control;
    setAttr(place.node, "aria-disabled", control ? "false" : "true");
    const label = place.node.querySelector(".act-label");
    const words = control ? control.label : w(WORDS[place.slot] ?? "");
    if (label.textContent !== words) {
      label.textContent = words;
      this.loose.add(place);
    }
    if (control?.key) place.key = control.key.toUpperCase();
    setText(place.node.querySelector("kbd"), place.key);
    setData(place.node, "sent", "no");
  }

  isNew(place) {
    return performance.now() - place.changed < STEADY_MS;
  }

  byKey(key) {
    const wanted = key.toUpperCase();
    const own = [...this.places.values()].filter((place) => place.key === wanted);
    // A key whose button is off says so rather than nothing.
    return own.find((place) => place.control) ?? own.find((place) => this.isNew(place)) ?? own[0] ?? null;
  }
}
