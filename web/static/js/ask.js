// What a verb of the floor still needs to know: a reason, an amount.
import { $, make, setText } from "./dom.js";
import { w } from "./words.js";

const blanks = (entry) => Object.keys(entry).filter((key) => entry[key] === null && key !== "card");

export const isIncomplete = (control) => blanks(control.entry).length > 0;

export function askFor(control, enter) {
  const fields = $("ask-fields");
  fields.replaceChildren();
  setText($("ask-title"), control.label);
  for (const key of blanks(control.entry)) {
    const isText = key === "reason" || key === "text";
    const label = make("label", "", key === "reason" ? w("Reason") : w("Amount"));
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
