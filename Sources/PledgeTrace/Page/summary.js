"use strict";

// What can be told at a glance: the heading, a button per outcome, and the chains worth a look.
class Summary {
  constructor(trace, { onFilter, onJump }) {
    this.trace = trace;
    this.heading();
    this.outcomes(onFilter);
    this.highlights(onJump);
  }

  heading() {
    const { title, promises, chains, dropped, end } = this.trace;
    find("title").textContent = title || "Timeline";
    document.title = title ? `${brief(title)} – timeline` : "Timeline";
    find("facts").textContent =
      `${counted(promises.length, "promise")} in ${counted(chains.length, "chain")}, ${duration(end)}`;
    if (!dropped.chains && !dropped.promises) return;
    find("dropped").hidden = false;
    find("dropped").textContent = "Not all is here: the record was full, and the oldest finished chains were let go, " +
      `${counted(dropped.chains, "chain")} with ${counted(dropped.promises, "promise")}.`;
  }

  outcomes(onFilter) {
    const number = (is) => this.trace.chains.filter(is).length;
    const add = (filter, label, total, mark) => {
      if (total === 0) return;
      const button = make("button", { type: "button", "aria-pressed": "false", "data-filter": filter },
        mark ? markOf(mark) : undefined, make("span", {}, label), make("strong", {}, count(total)));
      button.addEventListener("click", () => onFilter(filter));
      find("outcomes").append(button);
    };
    for (const outcome of Object.keys(OUTCOMES)) {
      add(outcome, outcome, number((chain) => chain.outcome === outcome), outcome);
    }
    add("unheard", "error unheard", number((chain) => chain.unheard));
    add("again", "settled again", number((chain) => chain.again));
  }

  press(only) {
    for (const button of find("outcomes").children) {
      button.setAttribute("aria-pressed", only.has(button.dataset.filter));
    }
  }

  highlights(onJump) {
    const { chains } = this.trace;
    const tops = chains.filter((chain) => !chain.outer);
    const slowest = tops.filter((chain) => !chain.isPending).sort((a, b) => b.duration - a.duration);
    const failed = tops.filter((chain) => OUTCOMES[chain.outcome].failed).reverse();
    const waiting = chains.filter((chain) => chain.isPending).sort((a, b) => a.start - b.start);
    this.highlight("Slowest", slowest, onJump, (chain) => chain.root.operator);
    this.highlight("Failed last", failed, onJump, (chain) => brief(chain.cause.error, 80) || chain.outcome);
    this.highlight("Waiting longest", waiting, onJump, (chain) => this.blocker(chain));
  }

  highlight(title, chains, onJump, why) {
    if (chains.length === 0) return;
    const items = chains.slice(0, 3).map((chain) =>
      make("li", {}, make("button", { type: "button", onclick: () => onJump(chain) },
        markOf(chain.outcome),
        make("span", { class: "cut" }, shortSite(chain.root.site)),
        make("span", { class: "why cut" }, why(chain)),
        make("span", { class: "figure" }, duration(chain.duration)))));
    find("highlights").append(make("section", {}, make("h3", {}, title), make("ul", {}, ...items)));
  }

  // In a few words, what a chain waits for.
  blocker(chain) {
    const [reason] = whyWaiting(this.trace, chain.cause);
    if (reason?.kind === "circle") return "in a circle";
    if (reason?.kind === "unknown") return `for #${reason.id}, from before recording`;
    const last = reason?.path.at(-1);
    return !last || last.chain === chain ? chain.cause.operator : `for ${shortSite(last.site)}`;
  }
}
