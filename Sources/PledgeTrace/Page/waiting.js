"use strict";

// Why a promise is pending: every promise at the end of a path of what it waits for that waits for
// nothing itself, and every cycle on the way.
//
// A reason has the path that leads to it, from the promise on, and a kind:
// - "nobody":   nobody has settled the last one of the path, which has a producer of its own;
// - "handler":  all that the last one waits for is settled, so its handler has still to end;
// - "unknown":  it waits for `id`, which is not in the list, since it is older than the recording;
// - "cycle":   the members of `cycle` wait for each other.
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
    reasons.push({ kind: hasProducer(current) ? "nobody" : "handler", path: pathTo(current, before) });
  }
  for (const cycle of cycles(trace, promise)) {
    reasons.push({ kind: "cycle", cycle, path: pathTo(cycle[0], before) });
  }
  return reasons;
}

const hasProducer = (promise) => promise.from === undefined && promise.waits.length === 0;

// What a promise waits for that may still be pending. A merged promise only passed on what those
// bring that it waited for, so they stand for it.
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

// Walks in depth without recursion, so that a long chain does not exhaust the stack. What leads back
// to a promise on the way down closes a cycle.
function cycles(trace, promise) {
  const found = [];
  const way = [{ promise, next: openDependencies(trace, promise).known }];
  const depths = new Map([[promise, 0]]);
  const done = new Set();
  while (way.length > 0) {
    const step = way.at(-1);
    const next = step.next.pop();
    if (!next) {
      way.pop();
      depths.delete(step.promise);
      done.add(step.promise);
    } else if (depths.has(next)) {
      found.push(way.slice(depths.get(next)).map((member) => member.promise));
    } else if (!done.has(next)) {
      depths.set(next, way.length);
      way.push({ promise: next, next: openDependencies(trace, next).known });
    }
  }
  return found;
}
