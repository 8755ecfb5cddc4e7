// Keeps the screen awake while the page is looked at; without a secure origin there is no such thing.
export function stayAwake() {
  async function ask() {
    if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      return;
    }
  }
  document.addEventListener("visibilitychange", ask);
  ask();
}
