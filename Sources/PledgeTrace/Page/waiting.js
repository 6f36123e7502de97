"use strict";

// The reasons why a promise is pending: each promise it depends on that does not wait for another one.
//
// A reason has the path from the promise to it, and a kind:
// - "producer": the last promise of the path waits for no other one;
// - "handler":  the dependencies of the last promise are settled, but its handler has not finished;
// - "unknown":  the last promise waits for `id`, which is older than the recording;
// - "cycle":    every path leads to promises that wait for each other.
function whyWaiting(trace, promise) {
  const reasons = [];
  const before = new Map([[promise, undefined]]);
  const queue = [promise];
  for (const current of queue) {
    const open = openDependencies(trace, current);
    for (const id of open.unknown) reasons.push({ kind: "unknown", id, path: pathTo(current, before) });
    for (const next of open.known) {
      if (before.has(next)) continue;
      before.set(next, current);
      queue.push(next);
    }
    if (open.unknown.length + open.known.length > 0) continue;
    reasons.push({ kind: hasProducer(current) ? "producer" : "handler", path: pathTo(current, before) });
  }
  if (reasons.length === 0) reasons.push({ kind: "cycle", path: pathTo(queue.at(-1), before) });
  return reasons;
}

const hasProducer = (promise) => promise.from === undefined && promise.waits.length === 0;

// Returns the dependencies of a promise that may still be pending. A merged promise only forwarded the
// result of its own dependencies, so they replace it.
function openDependencies(trace, promise) {
  const open = { known: [], unknown: [] };
  const ids = new Set(dependencies(promise));
  for (const id of ids) {
    const next = trace.byID.get(id);
    if (!next) open.unknown.push(id);
    else if (next.isPending) open.known.push(next);
    else if (next.state === "merged") dependencies(next).forEach((further) => ids.add(further));
  }
  return open;
}

const dependencies = (promise) => (promise.from === undefined ? promise.waits : [promise.from, ...promise.waits]);

function pathTo(promise, before) {
  const path = [];
  for (let step = promise; step; step = before.get(step)) path.push(step);
  return path.reverse();
}
