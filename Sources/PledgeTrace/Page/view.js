"use strict";

// The selection and order of the rows. It does not touch the page itself.
class View {
  constructor(trace) {
    this.trace = trace;
    this.only = new Set();
    this.order = "time";
    this.open = new Set();
    this.allOpen = false;
    this.terms = [];
    this.refresh();
  }

  search(text) {
    this.terms = text.toLowerCase().split(/\s+/).filter((term) => term);
    this.refresh();
  }

  toggle(filter) {
    if (!this.only.delete(filter)) this.only.add(filter);
    this.refresh();
  }

  arrange(order) {
    this.order = order;
    this.refresh();
  }

  isOpen(chain) {
    return this.allOpen !== this.open.has(chain);
  }

  setOpen(chain, open) {
    if (this.isOpen(chain) === open) return;
    if (open === this.allOpen) this.open.delete(chain);
    else this.open.add(chain);
    this.refresh();
  }

  openAll(open) {
    this.allOpen = open;
    this.open.clear();
    this.refresh();
  }

  // Shows everything again.
  clear() {
    this.only.clear();
    this.search("");
  }

  refresh() {
    this.hits = this.terms.length > 0 ? this.findHits() : undefined;
    this.matching = new Set(this.trace.chains.filter((chain) => this.matches(chain)));
    this.shown = this.withOuter(this.matching);
    this.rows = this.flatten(this.trace.chains.filter((chain) => !chain.outer));
    this.indices = new Map(this.rows.map((row, index) => [row.promise ?? row.chain, index]));
  }

  // Returns the promises that match all terms. Each distinct name is searched once, not once per promise.
  findHits() {
    const names = new Map();
    const lower = (name) => {
      if (!names.has(name)) names.set(name, name.toLowerCase());
      return names.get(name);
    };
    const fields = ["operator", "label", "site", "context", "caller", "error"];
    const isFound = (promise, term) =>
      `#${promise.id}` === term || String(promise.id) === term || fields.some((field) => lower(promise[field]).includes(term));
    return new Set(this.trace.promises.filter((promise) => this.terms.every((term) => isFound(promise, term))));
  }

  matches(chain) {
    const { only, hits } = this;
    const counts = !chain.isRetried && (only.has(chain.outcome) || (only.has("failed") && chain.failure));
    const wanted = only.size === 0 || counts || CONDITIONS.some(({ name, holds }) => only.has(name) && holds(chain));
    return wanted && (!hits || chain.promises.some((promise) => hits.has(promise)));
  }

  // Matching chains are shown with their enclosing chains, which give their context.
  withOuter(chains) {
    const shown = new Set();
    for (let chain of chains) {
      for (; chain && !shown.has(chain); chain = chain.outer) shown.add(chain);
    }
    return shown;
  }

  // Sorts lanes; the order is the same at the top level and beneath a lane that waits for others.
  get comparison() {
    const byTime = (a, b) => a.start - b.start || a.id - b.id;
    const slowest = (a, b) => b.duration - a.duration || byTime(a, b);
    const rank = Object.keys(OUTCOMES);
    const failed = (a, b) => rank.indexOf(a.outcome) - rank.indexOf(b.outcome) ||
      Number(b.recovered) - Number(a.recovered) || Number(b.hasFailure) - Number(a.hasFailure) || byTime(a, b);
    return { time: byTime, slowest, failed }[this.order];
  }

  // Adds the rows of chains, of their stages if they are open, and of inner chains, without recursion.
  flatten(tops) {
    const rows = [];
    const todo = [];
    const { comparison } = this;
    const add = (chains, depth) => {
      for (const chain of chains.filter((chain) => this.shown.has(chain)).sort(comparison).reverse()) todo.push({ chain, depth });
    };
    add(tops, 0);
    while (todo.length > 0) {
      const { chain, depth } = todo.pop();
      rows.push({ key: `chain ${chain.id}`, chain, depth });
      if (this.isOpen(chain)) {
        for (const promise of chain.promises) rows.push({ key: `promise ${promise.id}`, chain, promise, depth: depth + 1 });
      }
      add(chain.inner, depth + 1);
    }
    return rows;
  }

  // Returns the index of the row of a promise or a chain, or else of the chain that contains it.
  indexOf(item) {
    return this.indices.get(item) ?? this.indices.get(item?.chain) ?? -1;
  }
}
