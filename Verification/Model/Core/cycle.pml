/* Cycle.swift, CycleSearch.swift, BreakCycle.swift. */

/* Rejects a node if it waits for itself through a new link to `source`; through `dependency` if
 * that is nonzero. */
inline breakCycle(node, source, dependency) {
  waitsForItself(node, source, dependency);
  when(y_is, y_is = false; endCycle(node, dependency))
}

/* The rest of `breakCycle`. */
inline rejectCycle(node, dependency) {
  claim(node, y_ok);
  when(y_ok,
    y_ok = false;
    detachFromSourceOf(node, dependency != 0);
    detachAll();
    finishPropagation(node);
    put(node, CYCLE);
    settle(node, FAILED, false))
}

/* Sequential consistency replaces the fence. */
inline waitsForItself(node, source, dependency) {
  y_is = false;
  load(node, state, y_found);
  when(pointer(y_found) != 0,
    mayWait(source);
    when(y_ok, isAbove(node, (dependency != 0 -> dependency : node))));
  y_found = 0; y_ok = 0
}

inline mayWait(node) {
  load(node, upstream, y_found);
  either(pointer(y_found) != 0, y_ok = true,
    load(node, state, y_found);
    y_ok = (y_found & EDITED) != 0)
}

/* The number of steps after which the mark is set for the first time; 64 in the library. */
#define ASCENT_LIMIT 2

/* Whether `consumer` waits for the node: the loop of an Ascent, which retains `y_current` and `y_mark`. A
 * source has at most one dependency here. */
inline isAbove(node, consumer) {
  y_current = consumer;
  retain(y_current);
  do
  :: y_current != 0 ->
    y_steps = 0; y_limit = ASCENT_LIMIT;
    do
    :: pinnedSource(y_current);
      if
      :: y_source == 0 -> break
      :: y_source != 0 && y_source == y_mark -> dropAscended(y_source); break
      :: y_source == node -> y_is = true; dropAscended(y_source); break
      :: else -> ascend()
      fi
    od;
    y_source = 0;
    dropAscended(y_current); y_current = 0;
    when(y_mark != 0, dropAscended(y_mark); y_mark = 0);
    when(y_other != 0, either(y_is, release(y_other), y_current = y_other));
    y_other = 0
  :: else -> break
  od;
  y_steps = 0; y_limit = 0; y_seen = 0
}

inline ascend() {
  y_steps++;
  when(y_steps == y_limit,
    when(y_mark != 0, dropAscended(y_mark));
    y_mark = y_source; retain(y_mark); y_steps = 0; y_limit = y_limit * 2);
  dropAscended(y_current);
  y_current = y_source;
  keepDependency(y_current)
}

#ifdef BUG_ASCENT_WITHOUT_PIN
#define pinAscended(node) y_ok = true
#define unpinAscended(node) skip
#else
#define pinAscended(node) pin(node, y_ok)
#define unpinAscended(node) unpin(node)
#endif

/* A reference to the source that a node waits for, unless the node is about to be settled. */
inline pinnedSource(node) {
  y_source = 0;
  load(node, upstream, y_found);
  when(pointer(y_found) != 0,
    pinAscended(node);
    when(y_ok,
      load(node, upstream, y_found);
      y_found = pointer(y_found);
      when(y_found != 0, tryRetain(y_found, y_ok); when(y_ok, y_source = y_found));
      unpinAscended(node)));
  y_found = 0; y_ok = 0
}

/* Node.dependencies: keeps the dependency of a node, a consumer of another node, for later. */
inline keepDependency(node) {
  load(node, state, y_found);
  when(y_found & EDITED,
    lock(node);
    d_step {
      touch(node);
      when(dependencies[node] != 0 && y_seen != dependencies[node],
        assert(y_other == 0 && y_seen == 0);
        y_other = dependencies[node]; y_seen = y_other;
        references[y_other]++)
    };
    unlock(node));
  y_found = 0
}

#ifdef BUG_WAITERS_WITHOUT_MARK
#define markListed(node) load(node, state, o_found); o_ok = !(o_found & SETTLED)
#else
#define markListed(node) markEdited(node, o_ok)
#endif

/* Node.listWaiters: takes references to the nodes that wait for this one, at most two, under its stripe,
 * and releases them after unlocking. */
inline listWaiters(node) {
  lock(node);
  markListed(node);
  when(o_ok, o_head = pointer(o_found));
  do
  :: o_head != 0 ->
    load(o_head, upstream, o_entry);
    if
    :: pointer(o_entry) == 0
    :: pointer(o_entry) != 0 && (o_entry & DEPENDENT) -> retain(o_head); keepWaiter(o_head)
    :: else ->
      d_step { touch(o_head); o_aux = aux[o_head] };
      when(o_aux != 0, tryRetain(o_aux, o_ok); when(o_ok, keepWaiter(o_aux)))
    fi;
    load(o_head, next, o_head)
  :: else -> break
  od;
  unlock(node);
  o_found = 0; o_head = 0; o_entry = 0; o_aux = 0; o_ok = false;
  when(y_current != 0, dropAscended(y_current); y_current = 0);
  when(y_other != 0, dropAscended(y_other); y_other = 0)
}

inline keepWaiter(node) {
  either(y_current == 0, y_current = node, assert(y_other == 0); y_other = node)
}
