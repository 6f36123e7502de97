/* NodeDeinit.swift; `redirect` of NodeState.swift. */

/* Ends pending work that has lost its last reference with a handler. In the library this happens within
 * `vacate`. */
#define endDroppedNow() \
  when(g_dropped != 0, \
    r_zero = g_dropped; g_dropped = 0; \
    deinit(r_zero); \
    assert(g_dropped == 0); /* nothing else is released with it */ \
    r_zero = 0)

/* Delivers from the failure, whose list is in the word, and releases the only reference to it. */
#define deliverNow() \
  either(isAtLimit, leaveDelivery(r_failure), \
    takeListOrOpen(r_failure, true, r_list); \
    when(r_list != 0, deliver(r_failure, r_list))); \
  release(r_failure)

/* Releases a reference that may be the last one to a pending node, which then breaks its promise. */
inline drop(node) {
  d_step {
    touch(node);
    assert(references[node] > 0);
    references[node]--;
    r_zero = (references[node] == 0 -> node : 0)
  };
  when(r_zero != 0, deinit(r_zero));
  r_zero = 0
}

inline deinit(node) {
  load(node, state, r_found);
  when(!(r_found & SETTLED), endPending(node));
  d_step { touch(node); end(node) };
  r_found = 0
}

#ifdef BUG_DEINIT_IGNORES_EDITS
#define isEdited(word) false
#else
#define isEdited(word) ((word) & EDITED)
#endif

/* Notifies the consumers of a pending promise that is broken. If all of them have been claimed to detach, its
 * work is stopped, and the promise is discarded instead. */
inline endPending(node) {
  r_failure = 0;
  if
  :: pointer(r_found) != 0 || isEdited(r_found) ->
    d_step { touch(node); e_stop = stops[node] }; /* hasRegisteredStop */
    canBeStopped(node, r_isStopped);
    e_stop = 0;
#ifdef BUG_DEINIT_DROPS_WORK
    r_isStopped = false;
#endif
    when(r_isStopped, hasOnlyDetachingConsumers(node, r_isUnwanted));
    lock(node);
    load(node, state, r_list);
    d_step {
      touch(node);
      r_list = pointer(r_list);
      r_lastHasDetached = (r_list == 0 && (aux[node] & UNRETAINED_MARK));
      state[node] = r_found & EDITED
    };
    when(r_list != 0, handOffConsumers(node, r_list));
    unlock(node);
    when(r_found & EDITED, takeLastAttachments(node));
    when(r_isStopped,
      either(r_failure == 0, r_isStopped = r_lastHasDetached,
        when(!r_isUnwanted, hasOnlyDetachingConsumers(r_failure, r_isStopped))));
    when(e_dependency != 0, endDependency())
  :: else
  fi;
  vacate(node, r_isStopped);
  e_stop = 0;
  when(r_failure != 0, deliverNow());
  r_list = 0; r_failure = 0; r_isStopped = 0; r_isUnwanted = 0; r_lastHasDetached = 0
}

/* The failure that replaces a node: a scenario that may need one reserves a node, FAILURE, whose state and
 * count are zero until it is used. */
#ifndef FAILURE
#define FAILURE 0
#endif

/* Gives the consumers of a node in its deinit a source that outlives it; under the stripe. The operation that
 * orders the check for a pin on weak processors is not needed here, where all steps are in order. */
inline handOffConsumers(node, list) {
  d_step {
    assert(FAILURE != 0 && references[FAILURE] == 0 && !isFreed[FAILURE]);
    r_failure = FAILURE;
    references[FAILURE] = 1; state[FAILURE] = FAILED_AND_HANDLED;
#ifdef BUG_UNWANTED_WORK_IS_BROKEN
    payload[FAILURE] = BROKEN;
#else
    payload[FAILURE] = (r_isUnwanted -> DISCARDED : BROKEN);
#endif
    r_rest = list
  };
  do
  :: r_rest != 0 ->
    r_consumer = r_rest;
    load(r_consumer, next, r_rest);
    redirect(r_consumer, node, r_failure);
#ifndef BUG_HAND_OFF_IGNORES_PINS
    waitWhilePinned(r_consumer, b_now);
    b_now = 0;
#endif
    d_step { waiting[node]--; waiting[r_failure]++ }
  :: else -> break
  od;
  r_consumer = 0;
  d_step {
    touch(r_failure);
    state[r_failure] = address(list) | FAILED_AND_HANDLED | DRAINING;
    beginDelivering(r_failure)
  }
}

/* Names another source, unless this node has detached from the old one. */
inline redirect(node, old, new) {
  load(node, upstream, b_now);
  do
  :: pointer(b_now) != old -> break
  :: else ->
    exchange(node, upstream, b_now, address(new) | tags(b_now), b_ok);
    when(b_ok, break)
  od;
  b_now = 0; b_ok = 0
}
