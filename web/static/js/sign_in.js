// The PIN pad, and the names that signed in on this screen before, one tap each.
import { $, make } from "./dom.js";

const KEPT = 6;
const names = JSON.parse(localStorage.getItem("names") || "[]");
const secret = $("secret");

$("pin").hidden = false;
$("pin").addEventListener("click", (event) => {
  const { digit, back, clear } = event.target.dataset;
  if (digit !== undefined) secret.value += digit;
  else if (back !== undefined) secret.value = secret.value.slice(0, -1);
  else if (clear !== undefined) secret.value = "";
});
for (const name of names) {
  const button = make("button", "big", name);
  button.type = "button";
  button.addEventListener("click", () => {
    $("name").value = name;
    secret.value = "";
    secret.focus();
  });
  $("names").append(button);
}
$("names").hidden = names.length === 0;
$("sign-in").addEventListener("submit", () => {
  const name = $("name").value.trim();
  localStorage.setItem("names", JSON.stringify([name, ...names.filter((other) => other !== name)].slice(0, KEPT)));
});
