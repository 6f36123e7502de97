"use strict";

// The panel with all details of one promise or one chain.
class Details {
  constructor(trace, { onJump, onClose }) {
    this.trace = trace;
    this.onJump = onJump;
    this.onClose = onClose;
    this.panel = find("details");
  }

  get isOpen() { return !this.panel.hidden; }

  show(item) {
    this.item = item;
    const parts = item instanceof Chain ? this.chain(item) : this.promise(item);
    this.panel.replaceChildren(...parts.filter((part) => part));
    this.panel.hidden = false;
    this.panel.scrollTop = 0;
  }

  close() {
    this.panel.hidden = true;
    this.item = undefined;
  }

  chain(chain) {
    return [
      this.top(chain.outcome, `Chain ${chain.id}, ${chain.root.operator}`),
      facts({
        Label: chain.label,
        Made: chain.root.site || "at an unknown place",
        By: chain.root.caller,
        State: `${OUTCOMES[chain.outcome].after} ${duration(chain.duration)}`,
        Start: moment(chain.start),
        End: chain.isPending ? "" : moment(chain.end),
        Attempts: chain.attempts > 1 ? count(chain.attempts) : "",
        Promises: count(chain.promises.length),
      }),
      chain.failure && this.error(chain.failure, chain.recovered ? "Recovered from" : "Error"),
      this.waiting(chain.cause),
      this.links("Stages", chain.promises),
      this.links("Waited for, beneath this", chain.inner.map((inner) => inner.root)),
      chain.outer && this.links("Waited for by", waitersOf(chain)),
    ];
  }

  promise(promise) {
    const end = promise.end ?? this.trace.end;
    const missing = (id) => this.trace.byID.get(id) ?? id;
    return [
      this.top(promise.state, `${promise.operator} #${promise.id}`),
      facts({
        Label: promise.label,
        Chain: this.link(promise.chain),
        Site: promise.site || "unknown",
        Caller: promise.caller,
        Context: promise.context || "none: runs where its input is settled",
        Threads: [promise.thread, promise.endThread].filter((thread) => thread !== undefined).join(" → "),
        State: `${OUTCOMES[promise.state].after} ${duration(end - promise.start)}`,
        "Own time": promise.ownTime === undefined ? "" : duration(promise.ownTime),
        Start: moment(promise.start),
        End: promise.isPending ? "" : moment(promise.end),
        Unhandled: promise.unhandled ? "no consumer handled its error" : "",
        "Settled again": promise.again ? `${counted(promise.again, "time")}, without effect` : "",
      }),
      this.error(promise),
      this.waiting(promise),
      promise.from !== undefined && this.links("Derived from", [missing(promise.from)]),
      this.links("Waits for", promise.waits.map(missing)),
      this.links("Derived from this", promise.derived),
      this.links("Waited for by", promise.waiters),
    ];
  }

  top(outcome, title) {
    const close = make("button", { type: "button", class: "close", onclick: this.onClose }, "Close");
    return make("div", { class: "top" }, markOf(outcome), make("h2", { tabindex: -1 }, title), close);
  }

  error({ error }, title = "Error") {
    if (!error) return undefined;
    return section(title, make("pre", { tabindex: 0, role: "region", "aria-label": "The whole error" }, error));
  }

  link(item) {
    if (typeof item !== "object") return make("span", { class: "soft" }, `#${item}, from before recording`);
    const isChain = item instanceof Chain;
    const name = isChain ? `chain ${item.id}` : `${item.operator} #${item.id}`;
    const here = (this.item.root ?? this.item).site;
    const place = (isChain ? "" : brief(item.label, 80)) || (isChain || item.site === here ? "" : shortSite(item.site));
    return make("button", { type: "button", class: "link", onclick: () => this.onJump(item) },
      markOf(isChain ? item.outcome : item.state), make("span", { class: "name cut" }, name),
      place && make("span", { class: "soft cut" }, place));
  }

  // More than fifty links are not useful here, and the list of lanes has them all.
  links(title, items, limit = 50) {
    if (items.length === 0) return undefined;
    const list = items.slice(0, limit).map((item) => make("li", {}, this.link(item)));
    if (items.length > limit) list.push(make("li", { class: "soft" }, `and ${count(items.length - limit)} more`));
    return section(title, make("ul", {}, ...list));
  }

  waiting(promise) {
    if (!promise.isPending) return undefined;
    const reasons = whyWaiting(this.trace, promise);
    const shown = reasons.slice(0, 10).map((reason) => this.reason(reason));
    if (reasons.length > 10) shown.push(make("p", { class: "soft" }, `and ${counted(reasons.length - 10, "more reason")}`));
    return section("Why is it waiting?", ...shown);
  }

  reason({ kind, path, id }) {
    const last = path.at(-1);
    const text = {
      producer: () => `It is pending, ${last.obstacle}; made at ${last.site || "an unknown place"}.`,
      handler: () => "Its input is settled, but its handler has not finished, or is waiting for its turn" +
        `${last.context ? ` in ${last.context}` : ""}.`,
      unknown: () => `#${id}, from before recording.`,
      cycle: () => "It waits for itself, so it is never settled.",
    }[kind]();
    return make("div", { class: "path" }, ...shortened(path).map((step, index) => this.step(step, index)), make("p", {}, text));
  }

  step(step, index) {
    if (typeof step === "number") return make("p", { class: "soft" }, `… ${counted(step, "promise")} between …`);
    return make("p", { class: "step" }, index > 0 ? "waits for" : "", this.link(step));
  }
}

// The first and the last steps of a long path, with the number of omitted steps between them.
const shortened = (path) => (path.length > 12 ? [...path.slice(0, 5), path.length - 10, ...path.slice(-5)] : path);

const waitersOf = (chain) => chain.promises.flatMap((promise) => promise.waiters);

const section = (title, ...children) => make("section", {}, make("h3", {}, title), ...children);

const moment = (time) => `${duration(time)} after the first event`;

function facts(entries) {
  const list = make("dl", { class: "facts" });
  for (const [name, value] of Object.entries(entries)) {
    if (value) list.append(make("dt", {}, name), make("dd", {}, value));
  }
  return list;
}
