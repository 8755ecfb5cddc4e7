// The page's own words in the reader's language; English is the key.
const known = JSON.parse(document.querySelector("meta[name=words]").content);

export function w(text, values = {}) {
  return (known[text] ?? text).replace(/%\((\w+)\)s/g, (whole, name) => values[name] ?? whole);
}
