// Changes to the page that leave alone what is already so. Nodes are made once and never replaced.

export const $ = (id) => document.getElementById(id);

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setHidden(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden;
}

export function setData(node, name, value) {
  if (node.dataset[name] !== value) node.dataset[name] = value;
}

export function setAttr(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

// The largest of the sizes (in px) at which a text and what stands with it still fit their box; where none does, what
// stands with it gets smaller too.
export function fit(node, sizes) {
  const box = node.parentElement;
  for (const tight of ["no", "yes"]) {
    setData(box, "tight", tight);
    for (const size of sizes) {
      node.style.fontSize = `${size}px`;
      const height = [...box.children].reduce((sum, child) => sum + child.offsetHeight, 0);
      if (height + 4 <= box.clientHeight && node.scrollWidth <= node.clientWidth + 1) return;
    }
  }
}
