// The decision clock: counts down between pushes.
import { setData, setHidden, setText } from "./dom.js";
import { w } from "./words.js";

export function minutes(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function clockIn(node) {
  let clock = null;
  let since = 0;
  function draw() {
    if (!clock) return;
    const gone = clock.running ? (performance.now() - since) / 1000 : 0;
    const left = Math.max(0, Math.ceil(clock.left - gone));
    setText(node, minutes(left));
    node.setAttribute("aria-label", clock.running ? w("%(seconds)s s left", { seconds: left }) : w("clock stopped"));
    setData(node, "mood", !clock.running ? "stopped" : clock.warning ? "warning" : "running");
  }
  setInterval(draw, 200);
  return (view) => {
    clock = view.clock;
    since = performance.now();
    setHidden(node, clock === null);
    draw();
  };
}
