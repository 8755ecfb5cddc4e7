// One event stream a page: opens it, tells whether it is live, opens it again when it is lost.

const STALE_MS = 3000;
const TRY_AGAIN_MS = 1500;

// on: handlers by event name, and live(boolean, secondsSinceNews), signedOut().
export function follow(url, on) {
  let source = null;
  let last = performance.now();
  let live = null;
  let retry = 0;
  let gone = false;

  // Once: a second navigation would break off the first.
  function signedOut() {
    if (!gone) on.signedOut();
    gone = true;
  }

  function heard() {
    last = performance.now();
    if (live !== true) on.live(true, 0);
    live = true;
  }

  async function lost() {
    source.close();
    if (retry || gone) return;
    retry = setTimeout(open, TRY_AGAIN_MS);
    // An event source does not say why it was refused; a plain request does.
    try {
      const answer = await fetch("/tables", { headers: { Accept: "application/json" } });
      if (answer.status === 401) signedOut();
    } catch {
      return;
    }
  }

  function open() {
    retry = 0;
    source = new EventSource(url);
    for (const name of Object.keys(on)) {
      if (name === "live" || name === "signedOut") continue;
      source.addEventListener(name, (event) => {
        heard();
        on[name](JSON.parse(event.data));
      });
    }
    source.addEventListener("beat", heard);
    source.addEventListener("ended", (event) => {
      if (JSON.parse(event.data) === "signed-out") signedOut();
      else lost();
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) lost();
    });
  }

  setInterval(() => {
    const silent = performance.now() - last;
    if (silent < STALE_MS) return;
    live = false;
    on.live(false, Math.round(silent / 1000));
    if (silent > 3 * STALE_MS && !retry && source.readyState !== EventSource.CONNECTING) lost();
  }, 500);
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
