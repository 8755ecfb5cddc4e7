// The line on top: hand, game, street, pot, stub, what comes next, and the lights of the devices.
import { $, make, setData, setHidden, setText } from "./dom.js";
import { makeCard, patchCard } from "./cards.js";
import { w } from "./words.js";

const lights = [];
let community = null;

export function drawFacts(view) {
  setText($("fact-hand"), view.hand ? w("Hand %(number)s", { number: view.hand }) : "");
  setText($("fact-game"), [view.game, view.stakes].filter(Boolean).join(" "));
  setText($("fact-street"), view.street_name);
  setText($("fact-pot"), String(view.pot));
  setText($("fact-pots"), view.pots.length > 1 ? `(${view.pots.map((pot) => pot.amount).join(" + ")})` : "");
  setText($("fact-stub"), String(view.stub));
  setText($("fact-rake"), String(view.rake));
  setHidden($("fact-rake").parentElement, !view.rake);
  setText($("fact-next"), view.next_card);
  drawLights(view.devices);
  drawCommunity(view.community);
}

function drawLights(devices) {
  while (lights.length < devices.length) {
    const node = make("li");
    $("lights").append(node);
    lights.push(node);
  }
  lights.forEach((node, index) => {
    const device = devices[index];
    setHidden(node, !device);
    if (!device) return;
    setText(node, `${device.name} ${device.words}`);
    setData(node, "health", device.health);
    node.title = device.detail;
  });
}

function drawCommunity(cards) {
  setHidden($("community"), cards.length === 0);
  if (!community) {
    community = makeCard();
    $("community-card").append(community);
  }
  patchCard(community, cards[0] ?? null);
}
