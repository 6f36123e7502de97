"use strict";

// Creates an element. All content is added as text: this page never parses HTML.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== ""));
  return element;
}

const find = (id) => document.getElementById(id);

// Creates the mark of an outcome for the list; the painter draws the same path on the canvas.
function markOf(outcome) {
  const space = "http://www.w3.org/2000/svg";
  const mark = document.createElementNS(space, "svg");
  mark.setAttribute("class", `mark ${outcome}`);
  mark.setAttribute("viewBox", "0 0 16 16");
  mark.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", OUTCOMES[outcome].shape);
  mark.append(path);
  return mark;
}

// Returns the text as nodes, with the search terms marked.
function marked(text, terms) {
  const lower = text.toLowerCase();
  // Marks would be misplaced after a character whose lowercase form is longer.
  if (lower.length !== text.length) return [text];
  const nodes = [];
  let at = 0;
  for (;;) {
    const next = firstFound(lower, terms, at);
    if (!next) break;
    nodes.push(text.slice(at, next.start), make("mark", {}, text.slice(next.start, next.end)));
    at = next.end;
  }
  return [...nodes, text.slice(at)];
}

function firstFound(text, terms, from) {
  let first;
  for (const term of terms) {
    const start = text.indexOf(term, from);
    if (start >= 0 && (!first || start < first.start)) first = { start, end: start + term.length };
  }
  return first;
}

// Announces a change to screen readers.
function say(text) {
  find("said").textContent = text;
}
