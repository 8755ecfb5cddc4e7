// What the last faults of the simulated table led to, newest first.
import { $, make, setHidden, setText } from "./dom.js";

const MOST = 5;

export function showNews(faults) {
  const list = $("fault-news");
  const last = faults.filter((fault) => fault.caused).sort((one, other) => other.caused - one.caused).slice(0, MOST);
  setHidden(list, last.length === 0);
  while (list.children.length > last.length) list.lastChild.remove();
  while (list.children.length < last.length) list.append(make("li"));
  last.forEach((fault, place) => setText(list.children[place], line(fault, list.dataset)));
}

function line(fault, words) {
  const time = new Date(fault.caused * 1000).toLocaleTimeString(document.documentElement.lang);
  const what = document.querySelector(`[data-fault="${fault.name}"] span`)?.textContent ?? fault.words;
  const told = fault.told[document.documentElement.lang];
  const led = told || (fault.once && fault.on ? words.waits : words.nothing);
  return `${time}  ${what} \u2192 ${led}`;
}
