// Where not all seats fit: the one that it is about is brought into view, and a faded edge says that there are more.
import { setAttr, setData } from "./dom.js";

const ABOUT = ".seat[data-acts=yes], .seat:has(.card:is([data-state=conflict], [data-state=due], [data-state=left-shoe])), .seat[data-won=yes]";
const SLACK = 4;
// As high as the faded edge: what it is about does not lie under it.
const EDGE = 24;

// Returns what is to be called after each change of the seats.
export function scrollerOf(box) {
  let about = null;

  function edges() {
    const left = box.scrollHeight - box.clientHeight;
    const above = box.scrollTop > SLACK;
    const below = left - box.scrollTop > SLACK;
    setData(box, "more", above && below ? "both" : above ? "above" : below ? "below" : "no");
    // What scrolls is reached by keys too.
    if (left > SLACK) setAttr(box, "tabindex", "0");
    else box.removeAttribute("tabindex");
  }

  function bring() {
    const outer = box.getBoundingClientRect();
    const inner = about.getBoundingClientRect();
    const above = outer.top + EDGE - inner.top;
    const below = inner.bottom - outer.bottom + EDGE;
    if (above > 0) box.scrollTop -= Math.ceil(above);
    else if (below > 0) box.scrollTop += Math.min(Math.ceil(below), Math.floor(-above));
  }

  box.addEventListener("scroll", edges, { passive: true });
  new ResizeObserver(() => {
    if (about) bring();
    edges();
  }).observe(box);
  return () => {
    const now = box.querySelector(ABOUT);
    // Somebody who looks at another seat meanwhile is left there until it is about another one.
    if (now && now !== about) {
      about = now;
      bring();
    }
    about = now ?? about;
    edges();
  };
}
