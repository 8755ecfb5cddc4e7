// A hand on paper: the browser's own dialog, which the print style is made for.
document.getElementById("print").addEventListener("click", () => window.print());
