// The sheet behind the dealer's name: the picture, the colours, the simulated players' pace.
import { $, setHidden } from "./dom.js";
import { post } from "./post.js";

// opened: called when the dialog of the players is open.
export function menu(opened) {
  $("menu-button").addEventListener("click", () => $("menu").showModal());
  for (const id of ["players-button", "verbs-button"]) {
    $(id)?.addEventListener("click", () => {
      $("menu").close();
      $("players").showModal();
      opened();
    });
  }
  const root = document.documentElement;
  $("theme-button").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
  $("colours-button").addEventListener("click", () => {
    root.dataset.colours = root.dataset.colours === "four" ? "two" : "four";
    localStorage.setItem("colours", root.dataset.colours);
  });
  pictures();
  if (document.body.dataset.pace) paces();
}

function pictures() {
  const image = $("picture-image");
  const next = () => { image.src = `${document.body.dataset.picture}?${Date.now()}`; };
  const none = (missing) => {
    setHidden(image, missing);
    setHidden($("picture-none"), !missing);
    if ($("picture").open) setTimeout(next, 1000);
  };
  image.addEventListener("load", () => none(false));
  image.addEventListener("error", () => none(true));
  $("picture-button").addEventListener("click", () => {
    $("menu").close();
    $("picture").showModal();
    next();
  });
}

async function paces() {
  const buttons = [...document.querySelectorAll("[data-seconds]")];
  const show = (seconds) => {
    for (const button of buttons) {
      const own = button.dataset.seconds === "" ? null : Number(button.dataset.seconds);
      button.setAttribute("aria-pressed", String(own === seconds));
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", async () => {
      const seconds = button.dataset.seconds === "" ? null : Number(button.dataset.seconds);
      const answer = await post(document.body.dataset.pace, { seconds });
      if (!answer.ok) return;
      show((await answer.json()).pace);
      $("menu").close();
    });
  }
  const answer = await fetch(document.body.dataset.simulation, { headers: { Accept: "application/json" } });
  if (answer.ok) show((await answer.json()).pace);
}
