// Dark, light, the colours of the suits and the kiosk as chosen on this screen, before anything is drawn.
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem("theme");
  if (theme) root.dataset.theme = theme;
  root.dataset.colours = localStorage.getItem("colours") || "four";
  // The table's own screen: no pointer, no way out of the table's pages, nothing that opens by a long press.
  const asked = new URLSearchParams(location.search).get("kiosk");
  if (asked !== null) localStorage.setItem("kiosk", asked === "0" ? "no" : "yes");
  root.dataset.kiosk = localStorage.getItem("kiosk") || "no";
  document.addEventListener("contextmenu", (event) => {
    if (root.dataset.kiosk === "yes") event.preventDefault();
  });
})();
