// Dark, light and the colours of the suits as chosen on this screen, before anything is drawn.
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem("theme");
  if (theme) root.dataset.theme = theme;
  root.dataset.colours = localStorage.getItem("colours") || "four";
})();
