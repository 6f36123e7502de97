"use strict";

// The list: an element for each visible row. It shows the text to the left of the bars, and is the
// whole content for screen readers. The selected row always has an element, so the focus is never lost.
class Rows {
  constructor(view, onOpen) {
    this.view = view;
    this.onOpen = onOpen;
    this.list = find("rows");
    this.scroller = find("scroller");
    this.elements = new Map();
    this.chosen = 0;
    this.height = 0;
  }

  // Discards the contents of the rows after the set of rows has changed.
  renew() {
    this.chosen = Math.max(0, Math.min(this.chosen, this.view.rows.length - 1));
    this.list.style.height = `${this.view.rows.length * ROW}px`;
    this.list.setAttribute("aria-rowcount", this.view.rows.length);
    for (const element of this.elements.values()) element.row = undefined;
  }

  // The range of the visible rows.
  range() {
    const top = this.scroller.scrollTop;
    const last = Math.ceil((top + this.height) / ROW) - 1;
    return { first: Math.floor(top / ROW), last: Math.min(last, this.view.rows.length - 1), top };
  }

  layOut() {
    const { first, last } = this.range();
    const wanted = new Set();
    for (let index = first; index <= last; index += 1) wanted.add(index);
    if (this.chosen < this.view.rows.length) wanted.add(this.chosen);
    const keys = new Set([...wanted].map((index) => this.view.rows[index].key));
    for (const [key, element] of this.elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.elements.delete(key);
    }
    for (const index of [...wanted].sort((a, b) => a - b)) this.place(index);
  }

  place(index) {
    const row = this.view.rows[index];
    let element = this.elements.get(row.key);
    if (!element) {
      element = make("div", { role: "row", class: "row" });
      this.elements.set(row.key, element);
      this.list.append(element);
    }
    if (element.row !== row) this.fill(element, row, index);
    const isChosen = index === this.chosen;
    element.tabIndex = isChosen ? 0 : -1;
    element.classList.toggle("chosen", isChosen);
    element.setAttribute("aria-selected", isChosen);
  }

  fill(element, row, index) {
    element.row = row;
    element.style.transform = `translateY(${index * ROW}px)`;
    element.style.setProperty("--depth", Math.min(row.depth, 8));
    element.setAttribute("aria-rowindex", index + 1);
    element.setAttribute("aria-level", row.depth + 1);
    element.setAttribute("aria-label", row.promise ? nameOfStage(row) : nameOfChain(row, this.view.isOpen(row.chain)));
    element.classList.toggle("stage", row.promise !== undefined);
    element.classList.toggle("aside", !this.view.matching.has(row.chain));
    element.replaceChildren(row.promise ? this.stageCell(row.promise) : this.chainCell(row.chain));
  }

  chainCell(chain) {
    const isOpen = this.view.isOpen(chain);
    const { terms } = this.view;
    return cell(
      make("button", {
        class: "opener", type: "button", tabindex: -1, "aria-expanded": String(isOpen),
        "aria-label": `Stages of chain ${chain.id}`, onclick: () => this.onOpen(chain, !isOpen),
      }),
      markOf(chain.outcome),
      make("span", { class: "name cut" }, ...marked(chain.root.operator, terms)),
      chain.attempts > 1 ? make("span", { class: "times", title: `${chain.attempts} attempts` }, `×${chain.attempts}`) : "",
      labelOf(chain, terms),
      make("span", { class: "soft cut", title: chain.root.site }, ...marked(shortSite(chain.root.site), terms)),
      make("span", { class: "figure" }, duration(chain.duration)),
    );
  }

  stageCell(promise) {
    const { terms } = this.view;
    return cell(
      make("span", { class: "opener" }),
      markOf(promise.state),
      make("span", { class: "name cut" }, ...marked(promise.operator, terms)),
      make("span", { class: "soft" }, `#${promise.id}`),
      labelOf(promise, terms),
      make("span", { class: "figure" }, promise.ownTime === undefined ? "" : duration(promise.ownTime)),
    );
  }

  // Selects a row and scrolls it into view.
  choose(index, focus = true) {
    this.chosen = Math.max(0, Math.min(index, this.view.rows.length - 1));
    const { top } = this.range();
    const y = this.chosen * ROW;
    const isFar = y < top - 2 * this.height || y > top + 3 * this.height;
    if (isFar) this.scroller.scrollTop = y - (this.height - ROW) / 2;
    else if (y < top) this.scroller.scrollTop = y;
    else if (y + ROW > top + this.height) this.scroller.scrollTop = y + ROW - this.height;
    this.layOut();
    if (focus) this.element()?.focus({ preventScroll: true });
  }

  element() {
    return this.elements.get(this.view.rows[this.chosen]?.key);
  }
}

const labelOf = ({ label }, terms) =>
  label ? make("span", { class: "tag cut", title: brief(label) }, ...marked(brief(label), terms)) : "";

const cell = (...children) => make("div", { role: "gridcell", class: "label" }, ...children);

// Returns the error of a chain on one line; it may have no text.
function failureOf({ failure, outcome, recovered }, limit) {
  const error = brief(failure.error, limit) || failure.state;
  return recovered ? `recovered: ${error}` : error;
}

function nameOfChain({ chain }, isOpen) {
  const parts = [
    `chain ${chain.id}`, ...(chain.label ? [brief(chain.label, 80)] : []),
    `${chain.root.operator} at ${shortSite(chain.root.site)}`,
    `${OUTCOMES[chain.outcome].after} ${duration(chain.duration)}${chain.failure ? `: ${failureOf(chain, 80)}` : ""}`,
    ...(chain.attempts > 1 ? [counted(chain.attempts, "attempt")] : []),
    counted(chain.promises.length, "stage"),
  ];
  if (chain.outer) parts.push(`inside chain ${chain.outer.id}`);
  if (isOpen) parts.push("stages shown");
  return parts.join(", ");
}

function nameOfStage({ promise }) {
  const time = duration((promise.end ?? promise.chain.until) - promise.start);
  const error = promise.error ? `: ${brief(promise.error, 80)}` : "";
  const label = promise.label ? `${brief(promise.label, 80)}, ` : "";
  return `promise ${promise.id}, ${label}${promise.operator}, ${OUTCOMES[promise.state].after} ${time}${error}, in chain ${promise.chain.id}`;
}
