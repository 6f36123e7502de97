/* NodeDeinit.swift. */

/* Ends pending work that has lost its last reference with a reaction. In the library this happens inside
 * of `vacate`. */
#define endDroppedNow() \
  if \
  :: g_dropped != 0 -> \
    r_zero = g_dropped; g_dropped = 0; \
    deinit(r_zero); \
    assert(g_dropped == 0); /* nothing else goes with that */ \
    r_zero = 0 \
  :: else \
  fi

/* Delivers from the failure, whose list is in the word, and gives up the one reference to it. */
#define deliverNow() \
  if \
  :: isAtLimit -> leaveDelivery(r_failure) \
  :: else -> \
    takeListOrOpen(r_failure, true, r_list); \
    if \
    :: r_list != 0 -> deliver(r_failure, r_list) \
    :: else \
    fi \
  fi; \
  release(r_failure)

/* Gives up a reference that may be the last one to a pending node, which is abandoned then. */
inline drop(node) {
  d_step {
    touch(node);
    assert(references[node] > 0);
    references[node]--;
    r_zero = (references[node] == 0 -> node : 0)
  };
  if
  :: r_zero != 0 -> deinit(r_zero)
  :: else
  fi;
  r_zero = 0
}

inline deinit(node) {
  load(node, state, r_found);
  if
  :: r_found & SETTLED
  :: else -> endPending(node)
  fi;
  d_step {
    touch(node);
    end(node)
  };
  r_found = 0
}

#ifdef BUG_DEINIT_IGNORES_EDITS
#define isEdited(word) false
#else
#define isEdited(word) ((word) & EDITED)
#endif

/* A pending promise has lost its producer, and its consumers are told. If they have all been claimed to
 * leave it, its work is stopped. */
inline endPending(node) {
  r_failure = 0;
  if
  :: pointer(r_found) != 0 || isEdited(r_found) ->
    lock(node);
    load(node, state, r_list);
    d_step {
      touch(node);
      r_list = pointer(r_list);
      r_wasLeft = (r_list == 0 && (aux[node] & UNRETAINED_MARK));
      state[node] = r_found & EDITED
    };
    if
    :: r_list != 0 -> bequeath(node, r_list)
    :: else
    fi;
    unlock(node);
    if
    :: r_found & EDITED -> takeLastAttachments(node)
    :: else
    fi;
    canBeStopped(node, r_isStopped);
#ifdef BUG_DEINIT_DROPS_WORK
    r_isStopped = false;
#endif
    if
    :: r_isStopped && r_failure != 0 -> hasOnlyLeavingConsumers(r_failure, r_isStopped)
    :: r_isStopped && r_failure == 0 -> r_isStopped = r_wasLeft
    :: else
    fi;
    if
    :: e_tie != 0 -> endTie()
    :: else
    fi
  :: else
  fi;
  vacate(node, r_isStopped);
  e_stop = 0;
  if
  :: r_failure != 0 -> deliverNow()
  :: else
  fi;
  r_list = 0; r_failure = 0; r_isStopped = 0; r_wasLeft = 0
}

/* The failure that stands in for a node: a scenario in which one may be needed sets a node aside for
 * it, FAILURE, and says so by having its state zero and its count zero. */
#ifndef FAILURE
#define FAILURE 0
#endif

/* Gives the consumers of a node in its deinit a source that outlives it; under the stripe. What orders
 * the look for a pin with the pin on a weak processor is nothing here, where all steps are in order. */
inline bequeath(node, list) {
  d_step {
    assert(FAILURE != 0 && references[FAILURE] == 0 && !isFreed[FAILURE]);
    r_failure = FAILURE;
    references[FAILURE] = 1; state[FAILURE] = FAILED_AND_HEARD; payload[FAILURE] = ABANDONED;
    r_rest = list
  };
  do
  :: r_rest != 0 ->
    r_consumer = r_rest;
    load(r_consumer, next, r_rest);
    redirect(r_consumer, node, r_failure);
#ifndef BUG_BEQUEATH_IGNORES_PINS
    waitWhilePinned(r_consumer, b_now);
    b_now = 0;
#endif
    d_step { waiting[node]--; waiting[r_failure]++ }
  :: else -> break
  od;
  r_consumer = 0;
  d_step {
    touch(r_failure);
    state[r_failure] = address(list) | FAILED_AND_HEARD | DRAINING;
    beginDelivering(r_failure)
  }
}

/* Names another source, unless this node has let go of the old one. */
inline redirect(node, old, new) {
  load(node, upstream, b_now);
  do
  :: pointer(b_now) != old -> break
  :: else ->
    exchange(node, upstream, b_now, address(new) | tags(b_now), b_ok);
    if
    :: b_ok -> break
    :: else
    fi
  od;
  b_now = 0; b_ok = 0
}
