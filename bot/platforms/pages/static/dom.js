// Small ways to build what a page shows. Text is only ever set as text, so no name can bring markup along.

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = "●▲■✚★";

export const byId = (id) => document.getElementById(id);

/** Makes an element. Properties that begin with "on" are listeners, the others properties or attributes. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Draws one of the shapes of signs.svg. */
export function shape(name, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/signs.svg#${name}`);
  svg.append(use);
  return svg;
}

/** The shape of a seat: solid, dashed where nobody sits yet ("free"), hollow where somebody is "out". */
export const token = (seat, state = "seat") => shape(`${state}-${seat}`, `token seat-${seat}`);

/** The seat that a sign stands for. */
export const seatOf = (sign) => SIGNS.indexOf(sign);

const kept = new WeakMap();

/**
 * Makes an element's children those of a list. Children whose item is the same as before stay as they are, so that
 * neither focus nor a screen reader's place is lost when only something else has changed.
 */
export function fill(parent, items, build, key = (item) => item.text) {
  const before = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const children = items.map((item) => {
    const name = String(key(item));
    const state = JSON.stringify(item);
    const known = before.get(name);
    if (known && kept.get(known) === state) return known;
    const made = build(item);
    made.dataset.key = name;
    kept.set(made, state);
    return made;
  });
  const stay = new Set(children);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}

/** A line from the server: words, and times that are written as the reader's clock has them. */
export function line(parts) {
  return parts.flatMap((part) => (typeof part === "string" ? signed(part) : [moment(part.at)]));
}

/** Whether a line tells a time. */
export const isTimed = (parts) => parts.some((part) => typeof part !== "string");

/** A sentence whose addresses can be followed. */
export function linked(sentence) {
  return sentence
    .split(/(https:\/\/\S+)/)
    .map((part) =>
      part.startsWith("https://")
        ? el("a", { href: part, rel: "noopener noreferrer" }, part.replace(/^https:\/\/(www\.)?/, ""))
        : part,
    );
}

function signed(text) {
  return text
    // A sign stays on the line of its name.
    .replace(new RegExp(` (?=[${SIGNS}])`, "g"), "\u00a0")
    .split(new RegExp(`([${SIGNS}])`))
    .map((part) => (part && SIGNS.includes(part) ? el("span", { className: `sign seat-${seatOf(part)}` }, part) : part));
}

function moment(at) {
  const when = new Date(at);
  const style = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const { lang } = document.documentElement;
  // The reader's own kind of English, German and so on, where the page speaks that language.
  const locale = navigator.language.split("-")[0] === lang.split("-")[0] ? navigator.language : lang;
  return el("time", { dateTime: at }, new Intl.DateTimeFormat(locale, style).format(when));
}
