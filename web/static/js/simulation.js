// The switches of the simulated table: faults and pace.
import { $, setAttr, setText } from "./dom.js";
import { showNews } from "./fault_news.js";
import { post } from "./post.js";
import { w } from "./words.js";

const paces = [...document.querySelectorAll("[data-seconds]")];
const faults = new Map([...document.querySelectorAll("[data-fault]")].filter((node) => node.tagName === "BUTTON").map((node) => [node.dataset.fault, node]));

function show(state) {
  for (const button of paces) {
    const own = button.dataset.seconds === "" ? null : Number(button.dataset.seconds);
    setAttr(button, "aria-pressed", String(own === state.pace));
  }
  showNews(state.faults);
  for (const fault of state.faults) {
    const button = faults.get(fault.name);
    if (!button || fault.missing) continue;
    setAttr(button, "aria-pressed", String(fault.on));
    if (!fault.once) setText(button.querySelector("b"), fault.on ? w("active") : w("not active"));
  }
}

async function send(url, body) {
  const answer = await post(url, body);
  const state = await answer.json();
  if (answer.ok) show(state);
  setText($("notice"), answer.ok ? w("Done.") : state.error);
}

for (const button of paces) {
  button.addEventListener("click", () => {
    send(document.body.dataset.pace, { seconds: button.dataset.seconds === "" ? null : Number(button.dataset.seconds) });
  });
}
for (const [fault, button] of faults) {
  button.addEventListener("click", () => {
    const on = button.dataset.once === "yes" || button.getAttribute("aria-pressed") === "false";
    send(document.body.dataset.fault, { fault, on });
  });
}
setInterval(async () => {
  const answer = await fetch(document.body.dataset.simulation, { headers: { Accept: "application/json" } });
  if (answer.ok) show(await answer.json());
}, 2000);
