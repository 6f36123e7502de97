"use strict";

// The summary: the heading, a button per outcome, and the most interesting chains.
class Summary {
  constructor(trace, { onFilter, onJump }) {
    this.trace = trace;
    this.onJump = onJump;
    this.onFilter = onFilter;
    this.heading();
    this.outcomes();
    this.highlights();
  }

  heading() {
    const { title, promises, chains, dropped, end } = this.trace;
    find("title").textContent = title || "Timeline";
    document.title = title ? `${brief(title)} – timeline` : "Timeline";
    find("facts").textContent =
      `${counted(promises.length, "promise")} in ${counted(chains.length, "chain")}, ${duration(end)}`;
    if (!dropped.chains && !dropped.promises) return;
    find("dropped").hidden = false;
    find("dropped").textContent = "The trace is incomplete. The recording was full, so the oldest finished chains were removed: " +
      `${counted(dropped.chains, "chain")} with ${counted(dropped.promises, "promise")}.`;
  }

  outcomes() {
    const number = (is) => this.trace.chains.filter(is).length;
    const add = (filter, label, total) => {
      if (total === 0) return;
      const mark = Object.hasOwn(OUTCOMES, filter) ? markOf(filter) : undefined;
      find("outcomes").append(this.filter(filter, mark, make("span", {}, label), make("strong", {}, count(total))));
    };
    for (const outcome of Object.keys(OUTCOMES)) {
      add(outcome, outcome, number((chain) => chain.outcome === outcome && !chain.isRetried));
    }
    for (const { name, label, holds } of CONDITIONS) add(name, label, number(holds));
  }

  // Creates a button that shows only matching chains, in addition to those of other pressed buttons.
  filter(filter, ...content) {
    const attributes = { type: "button", "aria-pressed": "false", "data-filter": filter };
    return make("button", { ...attributes, onclick: () => this.onFilter(filter) }, ...content);
  }

  press(only) {
    for (const button of document.querySelectorAll("[data-filter]")) {
      button.setAttribute("aria-pressed", only.has(button.dataset.filter));
    }
  }

  highlights() {
    const { chains } = this.trace;
    const waiting = chains.filter((chain) => chain.isPending).sort((a, b) => a.start - b.start);
    this.highlight("Failed", this.failed(), "failed");
    this.highlight("Slowest of each kind", this.slowest());
    const why = (chain) => () => this.blocker(chain);
    this.highlight("Waiting longest", waiting.map((chain) => ({ chain, why: why(chain), like: 1 })), "pending");
  }

  // The worst failures come first: unhandled rejections, final failures, recovered failures, and failures
  // that an outer chain ignored. Failures inside a failed chain are shown beneath that chain, and attempts
  // that another one followed are shown as retried.
  failed() {
    const rank = ({ unhandled, outer, recovered }) => (unhandled ? 0 : recovered ? 2 : outer ? 3 : 1);
    const why = (chain) => this.consequence(chain) + failureOf(chain, 80);
    const failures = this.trace.chains.filter((chain) => chain.failure && !chain.isRetried && !chain.outer?.failure);
    return kindsOf(failures.sort((a, b) => rank(a) - rank(b) || a.start - b.start), why).map((kind) => ({
      chain: kind[0], state: kind[0].failure.state, like: kind.length,
      why: () => (kind.length > 1 ? `${count(kind.length)} × ` : "") + why(kind[0]),
    }));
  }

  consequence({ unhandled, outer, recovered }) {
    if (unhandled) return "unhandled rejection: ";
    return !outer || recovered ? "" : "ignored: ";
  }

  slowest() {
    const chains = this.trace.chains.filter(({ isPending, root }) => !isPending && !isPause(root));
    return kindsOf(chains.sort((a, b) => b.duration - a.duration)).map((kind) => ({
      chain: kind[0], why: () => (kind.length > 1 ? `slowest of ${count(kind.length)}` : ""), like: kind.length,
    }));
  }

  // Shows the first few entries, and a button for all. Only the shown entries compute their reasons, which
  // may require a search of all promises that one waits for.
  highlight(title, entries, filter) {
    if (entries.length === 0) return;
    const shown = entries.slice(0, 4).map((entry) => ({ ...entry, why: entry.why() }));
    const items = shown.map(({ chain, why, state = chain.outcome }) =>
      make("li", {}, make("button", { type: "button", onclick: () => this.onJump(chain) },
        markOf(state),
        make("span", { class: "name" }, chain.root.operator),
        make("span", { class: "place cut" }, [brief(chain.label, 80), shortSite(chain.root.site)].filter((text) => text).join(", ")),
        make("span", { class: "why cut", title: why }, why),
        make("span", { class: "figure" }, duration(chain.duration)))));
    const total = entries.reduce((sum, { like }) => sum + like, 0);
    const all = filter && total > items.length ? this.filter(filter, `all ${count(total)}`) : "";
    find("highlights").append(make("section", {}, make("div", { class: "top" }, make("h3", {}, title), all), make("ul", {}, ...items)));
  }

  // Describes briefly what a chain waits for.
  blocker(chain) {
    const [reason] = whyWaiting(this.trace, chain.cause);
    if (reason?.kind === "cycle") return "in a cycle";
    if (reason?.kind === "unknown") return `for #${reason.id}, from before recording`;
    const last = reason?.path.at(-1);
    return !last || last.chain === chain ? chain.cause.operator : `for ${brief(last.label, 80) || shortSite(last.site)}`;
  }
}

// Groups chains from the same site with the same reason, since many similar chains would hide the others.
// The groups are in the order of their first chains.
const kindsOf = (chains, said = () => "") =>
  [...Map.groupBy(chains, (chain) => JSON.stringify([chain.root.operator, chain.root.site, said(chain)])).values()];
