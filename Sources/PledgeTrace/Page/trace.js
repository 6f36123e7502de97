"use strict";

// The recorded data with all references resolved. Invalid data in one place does not affect others: an
// invalid index becomes an empty name, and an unknown id stays a number.
class Trace {
  constructor(data) {
    if (data.version !== 1) throw new Error(`it is of version ${data.version}, and this page reads version 1`);
    this.title = String(data.title ?? "");
    this.dropped = { chains: 0, promises: 0, ...data.dropped };
    this.promises = (data.promises ?? []).map((record) => new TracedPromise(record, data));
    this.byID = new Map(this.promises.map((promise) => [promise.id, promise]));
    this.end = latest(this.promises, data.end);
    this.chains = this.gather();
    this.link();
    this.nest();
    for (const chain of this.chains) chain.conclude(this.end);
    for (const chain of this.chains) chain.judge();
    for (const promise of this.promises) countAttempts(promise, this.byID);
    for (let chain of this.chains) {
      if (!chain.failure) continue;
      for (; chain && !chain.hasFailure; chain = chain.outer) chain.hasFailure = true;
    }
  }

  // The chains, in the order in which they began.
  gather() {
    const chains = new Map();
    for (const promise of this.promises) {
      if (!chains.has(promise.chainID)) chains.set(promise.chainID, new Chain(promise.chainID));
      promise.chain = chains.get(promise.chainID);
      promise.chain.promises.push(promise);
    }
    return [...chains.values()];
  }

  link() {
    for (const promise of this.promises) {
      promise.parent = this.byID.get(promise.from);
      promise.parent?.derived.push(promise);
      for (const id of promise.waits) this.byID.get(id)?.waiters.push(promise);
    }
  }

  // Puts each chain beneath the first one that waits for it, unless that would close a cycle.
  nest() {
    for (const promise of this.promises) {
      for (const id of promise.waits) {
        const inner = this.byID.get(id)?.chain;
        if (!inner || inner.outer || inner === promise.chain.outermost()) continue;
        inner.outer = inner.towardsOutermost = promise.chain;
        promise.chain.inner.push(inner);
      }
    }
    for (const chain of this.chains) chain.inner.sort((a, b) => a.id - b.id);
  }
}

class TracedPromise {
  constructor(record, tables) {
    this.id = record.id;
    this.chainID = record.chain ?? record.id;
    this.operator = String(tables.operators?.[record.operator] || "promise");
    this.site = String(tables.sites?.[record.site] ?? "");
    this.label = record.label === undefined ? "" : String(record.label);
    this.context = String(tables.contexts?.[record.context] ?? "");
    this.from = record.from;
    this.waits = record.waits ?? [];
    this.state = Object.hasOwn(OUTCOMES, record.state) ? record.state : "pending";
    this.obstacle = String(record.obstacle || "waiting for its producer");
    this.start = Number(record.start) || 0;
    this.end = this.isPending ? undefined : Number(record.end ?? this.start);
    this.error = record.error === undefined ? "" : String(record.error);
    this.unhandled = record.unhandled === true;
    this.again = record.again ?? 0;
    this.thread = record.thread;
    this.endThread = record.endThread;
    this.caller = String(record.caller ?? "");
    this.derived = [];
    this.waiters = [];
  }

  get isPending() { return this.state === "pending"; }

  // The start of its own time: stages are created early and then wait for their parent. Undefined if the
  // parent is not settled yet.
  get begun() {
    if (!this.parent || this.parent.state === "merged") return this.start;
    return this.parent.isPending ? undefined : Math.max(this.start, this.parent.end);
  }

  // Whether its time limit has passed: it is rejected, but the promise it limits is not.
  get timedOut() {
    return ["timeout", "deadline"].includes(this.operator) && this.state === "rejected" && this.parent?.error === "";
  }

  get ownTime() {
    return this.isPending || this.begun === undefined ? undefined : Math.max(0, this.end - this.begun);
  }
}

// A promise with all promises derived from it.
class Chain {
  constructor(id) {
    this.id = id;
    this.promises = [];
    this.inner = [];
    // Whether this chain, or one beneath it, has failed or recovered.
    this.hasFailure = false;
    // The number of attempts, if it is that of a `retry`.
    this.attempts = 0;
    // Whether it is an attempt that another one followed. It then does not count as failed.
    this.isRetried = false;
  }

  get root() { return this.promises[0]; }
  // The label of its root, or else of the first labeled stage.
  get label() { return this.promises.find((promise) => promise.label)?.label ?? ""; }
  get isPending() { return this.end === undefined; }
  get duration() { return (this.end ?? this.until) - this.start; }

  // Returns the outermost chain that contains this one. Compresses the path on the way, so that ten
  // thousand nested chains are no problem.
  outermost() {
    let top = this;
    while (top.towardsOutermost) top = top.towardsOutermost;
    for (let chain = this; chain !== top; ) {
      const next = chain.towardsOutermost;
      chain.towardsOutermost = top;
      chain = next;
    }
    return top;
  }

  // Determines the outcome of the chain: the worst outcome of its last stages. A failed stage from which
  // the chain recovered does not count.
  conclude(until) {
    this.until = until;
    this.start = this.promises.reduce((start, promise) => Math.min(start, promise.start), Infinity);
    const lasts = this.promises.filter((promise) => !promise.derived.some((next) => next.state !== "merged"));
    const order = ["pending", "rejected", "overdrawn", "broken", "discarded", "fulfilled", "merged"];
    this.outcome = order.find((state) => lasts.some((promise) => promise.state === state)) ?? "merged";
    this.cause = lasts.find((promise) => promise.state === this.outcome) ?? this.root;
    if (this.outcome !== "pending") this.end = latest(this.promises, this.start);
    this.unhandled = this.promises.some((promise) => promise.unhandled);
    this.again = this.promises.some((promise) => promise.again > 0);
    // Merged stages are no longer part of the chain.
    this.stages = this.promises.filter((promise) => promise.state !== "merged");
  }

  // Records failures before the end, too. A chain that continued after a failed stage has recovered.
  judge() {
    const failed = this.stages.filter((promise) => OUTCOMES[promise.state].failed);
    this.recovered = this.outcome === "fulfilled" && failed.length > 0;
    this.failure = OUTCOMES[this.outcome].failed ? this.cause : this.recovered ? failed.at(-1) : undefined;
    this.timedOut = this.promises.some((promise) => promise.timedOut);
  }

  // Returns the time of the chain, divided at each settlement of a stage. Each piece belongs to the stage
  // settled at its end, or to the first stage that is still pending.
  get pieces() {
    if (this.cut) return this.cut;
    this.cut = [];
    let at = this.start;
    const settled = this.stages.filter((promise) => !promise.isPending);
    for (const promise of settled.sort((a, b) => a.end - b.end || a.id - b.id)) {
      this.cut.push({ promise, from: Math.max(at, Math.min(promise.start, promise.end)), to: promise.end });
      at = Math.max(at, promise.end);
    }
    const open = this.stages.find((promise) => promise.isPending);
    if (open) this.cut.push({ promise: open, from: Math.max(at, open.start), to: this.until, open: true });
    return this.cut;
  }
}

// Deliberate delays are not work, and do not count as slow.
const isPause = ({ operator, state }) => state === "fulfilled" && ["after", "timer"].includes(operator);

// Counts the attempts of a `retry`. It also waits for pauses, so only chains like its first attempt count.
function countAttempts({ operator, waits, chain }, byID) {
  if (operator !== "retry") return;
  const inner = waits.map((id) => byID.get(id)?.chain).filter((each) => each);
  const attempts = inner.filter(({ root }) => root.site === inner[0].root.site && root.operator === inner[0].root.operator);
  chain.attempts = Math.max(chain.attempts, attempts.length);
  for (const attempt of attempts.slice(0, -1)) attempt.isRetried = true;
}

function latest(promises, least) {
  let time = Number(least) || 0;
  for (const promise of promises) time = Math.max(time, promise.start, promise.end ?? 0);
  return time;
}
