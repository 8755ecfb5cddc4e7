// What a verb of the floor still needs to know: a reason, an amount.
import { $, make, setText } from "./dom.js";
import { w } from "./words.js";

const LABELS = { reason: "Reason", note: "Note", name: "Name", seat: "Seat", count: "Count" };
const TEXTS = ["reason", "note", "name", "text"];
const isCard = (key) => key === "card" || key === "cards";
const blanks = (entry) => Object.keys(entry).filter((key) => entry[key] === null && !isCard(key));

// How many cards an entry still wants: `card: null` is one, `cards: [null, null]` are two.
export function cardsWanted(entry) {
  if (Array.isArray(entry.cards)) return entry.cards.filter((card) => card === null).length;
  return entry.card === null ? 1 : 0;
}

export const isIncomplete = (control) => blanks(control.entry).length > 0;

export function askFor(control, enter) {
  const fields = $("ask-fields");
  fields.replaceChildren();
  setText($("ask-title"), control.label);
  for (const key of blanks(control.entry)) {
    const isText = TEXTS.includes(key);
    const label = make("label", "", LABELS[key] ? w(LABELS[key]) : w("Amount"));
    const input = make("input");
    input.name = key;
    input.required = true;
    input.type = isText ? "text" : "number";
    if (isText) input.maxLength = 200;
    else input.min = "0";
    label.append(input);
    fields.append(label);
  }
  $("ask-form").onsubmit = (event) => {
    event.preventDefault();
    const entry = { ...control.entry };
    for (const input of fields.querySelectorAll("input")) {
      entry[input.name] = input.type === "number" ? Number(input.value) : input.value.trim();
    }
    $("ask").close();
    enter(entry);
  };
  $("ask-close").onclick = () => $("ask").close();
  $("ask").showModal();
}
