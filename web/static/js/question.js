// Something is wrong: the question in place of NOW, its readings as cards, its choices by number.
import { $, make, setData, setHidden, setText } from "./dom.js";
import { cardWords, faceUp, makeCard, patchCard } from "./cards.js";
import { w } from "./words.js";

const WHO = { shoe: "the shoe says", camera: "the camera sees" };

// So many choices have all the room to themselves.
const FEW = 4;

export class QuestionPanel {
  constructor(controls) {
    this.controls = controls;
    this.id = null;
    this.readings = [];
    // Nine places for choices, made now and kept.
    this.choices = Array.from({ length: 9 }, (_, index) => controls.place(String(index + 1), $("choices")));
  }

  draw(view) {
    const question = view.question;
    setHidden($("question"), question === null);
    setHidden($("now"), question !== null);
    const given = new Map((question?.choices ?? []).map((choice) => [choice.slot, choice]));
    for (const place of this.choices) {
      const choice = given.get(place.slot) ?? null;
      this.controls.set(place, choice, question?.id);
      setHidden(place.node, choice === null);
    }
    setData($("choices"), "few", given.size <= FEW ? "yes" : "no");
    if (question === null) {
      this.id = null;
      return;
    }
    setText($("question-title"), question.title);
    setText($("question-detail"), [question.detail, document.body.dataset.role !== "dealer" && question.rule && w("rule %(rule)s", { rule: question.rule })].filter(Boolean).join(" · "));
    this.drawReadings(question.readings);
    const picture = $("question-picture");
    if (question.id !== this.id) {
      this.id = question.id;
      setHidden(picture, true);
      if (question.picture) {
        picture.onload = () => setHidden(picture, false);
        picture.src = `${document.body.dataset.picture}?${encodeURIComponent(question.id)}`;
      }
    }
  }

  drawReadings(readings) {
    while (this.readings.length < readings.length) {
      const root = make("li");
      const who = make("span", "label");
      const card = makeCard();
      root.append(who, card);
      $("readings").append(root);
      this.readings.push({ root, who, card });
    }
    this.readings.forEach((nodes, index) => {
      const reading = readings[index];
      setHidden(nodes.root, !reading);
      if (!reading) return;
      const [who, name] = reading;
      setText(nodes.who, WHO[who] ? w(WHO[who]) : w("%(who)s says", { who }));
      const isCard = /^[2-9TJQKA][cdhs]$/.test(name);
      patchCard(nodes.card, isCard ? faceUp(name, "seen") : { face_up: false, name: null, state: "seen", read: false });
      nodes.card.setAttribute("aria-label", isCard ? cardWords(name) : name);
    });
  }
}
