// The wall: draws what the rail may see, as it comes.
import { $, fit, setHidden, setText } from "./dom.js";
import { makeCard, patchCard } from "./cards.js";
import { clockIn } from "./clock.js";
import { seatsIn } from "./seats.js";
import { follow } from "./stream.js";
import { stayAwake } from "./wake.js";
import { w } from "./words.js";

const drawSeats = seatsIn($("seats"));
const drawClock = clockIn($("clock"));
const community = makeCard();
$("community-card").append(community);
const PARTS = [0.11, 0.095, 0.08, 0.065, 0.05, 0.04, 0.032, 0.026];
const sizes = () => PARTS.map((part) => Math.round(innerHeight * part));

follow(document.body.dataset.stream, {
  view(view) {
    setText($("wall-title"), `${view.title} · ${view.game} ${view.stakes}`);
    setText($("wall-street"), view.street_name);
    setText($("wall-pot"), String(view.pot));
    setText($("now-text"), view.now);
    setText($("now-detail"), view.now_detail);
    setHidden($("community"), view.community.length === 0);
    patchCard(community, view.community[0] ?? null);
    // Nobody looks at an empty chair: those who play get its room.
    drawSeats({ ...view, seats: view.seats.filter((seat) => seat.status !== "empty") });
    drawClock(view);
    // Last, since what stands beside the sentence takes room from it.
    fit($("now-text"), sizes());
  },
  live(live, seconds) {
    setHidden($("stale"), live);
    if (!live) setText($("stale"), w("The page is not live: last news %(seconds)s s ago. Nothing can be entered.", { seconds }));
  },
  signedOut() { location.href = document.body.dataset.signIn; },
});
addEventListener("resize", () => fit($("now-text"), sizes()));
stayAwake();
