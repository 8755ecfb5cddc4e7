// How much, where the limit leaves a choice: a number pad and a stepper between the least and the greatest.
import { $, setHidden, setText } from "./dom.js";
import { w } from "./words.js";

export class AmountPad {
  // entered(control, amount); moved(): the pad was opened or closed.
  constructor(entered, moved) {
    this.entered = entered;
    this.moved = moved;
    this.control = null;
    this.fresh = true;
    this.root = $("amount");
    for (const node of this.root.querySelectorAll("[data-digit]")) {
      node.addEventListener("click", () => this.digit(node.dataset.digit));
    }
    $("amount-least").addEventListener("click", () => this.put(this.least));
    $("amount-most").addEventListener("click", () => this.put(this.most));
    $("amount-less").addEventListener("click", () => this.put(Math.max(this.least, this.value - 1)));
    $("amount-more").addEventListener("click", () => this.put(Math.min(this.most, this.value + 1)));
    $("amount-back").addEventListener("click", () => this.back());
    $("amount-enter").addEventListener("click", () => this.enter());
    $("amount-close").addEventListener("click", () => this.close());
  }

  get isOpen() {
    return !this.root.hidden;
  }

  open(control) {
    this.control = control;
    [this.least, this.most] = control.amounts;
    this.opened = performance.now();
    setText($("amount-least"), w("least %(amount)s", { amount: this.least }));
    setText($("amount-most"), w("most %(amount)s", { amount: this.most }));
    setHidden(this.root, false);
    this.put(this.least);
    this.moved();
  }

  close() {
    setHidden(this.root, true);
    this.control = null;
    this.moved();
  }

  put(value) {
    this.value = value;
    this.fresh = true;
    this.draw();
  }

  digit(digit) {
    const typed = this.fresh ? digit : `${this.value}${digit}`;
    this.fresh = false;
    this.value = Math.min(Number(typed), 99999999);
    this.draw();
  }

  back() {
    this.fresh = false;
    this.value = Math.floor(this.value / 10);
    this.draw();
  }

  get isGood() {
    return this.value >= this.least && this.value <= this.most;
  }

  draw() {
    setText($("amount-value"), String(this.value));
    setText($("amount-label"), this.control.label.replace(/[\d\s–-]+$/, "").trim() + ` ${this.value}`);
    $("amount-enter").setAttribute("aria-disabled", String(!this.isGood));
    const range = w("From %(least)s to %(most)s", { least: this.least, most: this.most });
    setText($("amount-title"), `${this.control.label} — ${range}`);
    $("amount-value").classList.toggle("bad", !this.isGood);
  }

  enter() {
    if (!this.isGood || performance.now() - this.opened < 300) return;
    const { control, value } = this;
    this.close();
    this.entered(control, value);
  }

  key(key) {
    if (/^\d$/.test(key)) this.digit(key);
    else if (key === "Backspace") this.back();
    else if (key === "Enter") this.enter();
    else if (key === "Escape") this.close();
    else if (key === "ArrowUp" || key === "+") this.put(Math.min(this.most, this.value + 1));
    else if (key === "ArrowDown" || key === "-") this.put(Math.max(this.least, this.value - 1));
    else return false;
    return true;
  }
}
