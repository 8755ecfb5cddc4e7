// What a verb still needs to know: a seat, an amount, a reason. One small form, made from what the view asks for.
import { $, make, setText } from "./dom.js";
import { w } from "./words.js";

const LABELS = { reason: "Reason", note: "Note", name: "Name", seat: "Seat", count: "Count" };
const TEXTS = ["reason", "note", "name", "text"];
const FEW = 10;
const isCard = (key) => key === "card" || key === "cards";

// A view that names a gap without describing it gets a plain field.
function blanksOf(control) {
  if (control.blanks?.length) return control.blanks;
  const gaps = Object.keys(control.entry).filter((key) => control.entry[key] === null && !isCard(key));
  return gaps.map((name) => ({
    name, label: LABELS[name] ? w(LABELS[name]) : w("Amount"), choices: [], text: TEXTS.includes(name),
    least: 0, most: 10 ** 9, optional: false,
  }));
}

// How many cards an entry still wants: `card: null` is one, `cards: [null, null]` are two.
export function cardsWanted(entry) {
  if (Array.isArray(entry.cards)) return entry.cards.filter((card) => card === null).length;
  return entry.card === null ? 1 : 0;
}

export const isIncomplete = (control) => blanksOf(control).length > 0;

function fieldFor(blank) {
  if (!blank.choices.length) return inputFor(blank);
  return blank.choices.length <= FEW ? buttonsFor(blank) : listFor(blank);
}

function inputFor(blank) {
  const root = make("label", "", blank.label);
  const input = make("input");
  input.name = blank.name;
  input.required = !blank.optional;
  input.type = blank.text ? "text" : "number";
  if (blank.text) input.maxLength = 200;
  else {
    input.min = String(blank.least);
    input.max = String(blank.most);
    input.inputMode = "numeric";
    if (blank.least > 1) input.value = String(blank.least);
  }
  root.append(input);
  const read = () => (blank.text ? input.value.trim() : input.value === "" ? null : Number(input.value));
  return { root, read };
}

function buttonsFor(blank) {
  const root = make("fieldset", "options");
  root.append(make("legend", "", blank.label));
  const all = blank.choices.map(([value, words]) => {
    const label = make("label", "option");
    const radio = make("input");
    radio.type = "radio";
    radio.name = blank.name;
    radio.required = !blank.optional;
    radio.checked = blank.choices.length === 1 && !blank.optional;
    label.append(radio, make("span", "", words));
    root.append(label);
    return { radio, value };
  });
  return { root, read: () => all.find(({ radio }) => radio.checked)?.value ?? null };
}

function listFor(blank) {
  const root = make("label", "", blank.label);
  const list = make("select");
  list.name = blank.name;
  list.required = !blank.optional;
  list.append(make("option"));
  for (const [, words] of blank.choices) list.append(make("option", "", words));
  list.firstChild.value = "";
  root.append(list);
  return { root, read: () => blank.choices[list.selectedIndex - 1]?.[0] ?? null };
}

export function askFor(control, enter) {
  const fields = $("ask-fields");
  fields.replaceChildren();
  setText($("ask-title"), control.label);
  const asked = blanksOf(control).map((blank) => ({ blank, ...fieldFor(blank) }));
  for (const { root } of asked) fields.append(root);
  $("ask-form").onsubmit = (event) => {
    event.preventDefault();
    const entry = { ...control.entry };
    for (const { blank, read } of asked) {
      const value = read();
      if (value === null && blank.optional) delete entry[blank.name];
      else entry[blank.name] = value;
    }
    $("ask").close();
    enter(entry);
  };
  $("ask-close").onclick = () => $("ask").close();
  $("ask").showModal();
}
