/* Handover.swift: another thread continues a delivery. In scenarios with HANDS_OVER, a delivery may be
 * offered once, at any time. The number of handlers that run before, and the reason to expect that another
 * thread registers, make no difference. */

#ifdef HANDS_OVER
#define HANDOVER_LOCALS ; bool d_hasOffered; byte d_found

/* Between two handlers: offers the rest if there is a newer consumer. */
inline handsOver() {
  load(d_source, state, d_found);
  if
  :: pointer(d_found) != 0 && !d_hasOffered -> offer()
  :: true
  fi;
  d_found = 0; d_ok = 0
}

#ifdef BUG_OFFER_NOT_TAKEN_BACK
#define cannotBeTakenBack(word) true
#else
#define cannotBeTakenBack(word) (((word) & DRAINING) || pointer(word) == 0)
#endif

/* Another thread may have run all of it, and a consumer may have been deferred since. */
#ifdef BUG_TAKES_BACK_EMPTY_LIST
#define needsRefill(list) false
#else
#define needsRefill(list) (list == 0)
#endif

/* Offers the rest, and takes it back if no other thread accepts it. `isTakenOverSoon` checks several times;
 * this is the last check. */
inline offer() {
  d_hasOffered = true;
  offerRest(d_source, d_list);
  load(d_source, state, d_found);
  either(cannotBeTakenBack(d_found), d_ok = false, takeOver(d_source, d_ok));
  either(!d_ok, d_list = 0; d_isReleased = true, takeRest(d_source, d_list); when(needsRefill(d_list), refill()))
}

inline endHandover() { d_hasOffered = 0 }
#else
#define HANDOVER_LOCALS
#define handsOver() skip
#define endHandover() skip
#endif

/* Gives up the delivery. The consumers in `rest` are served next. */
inline offerRest(node, rest) {
#ifndef BUG_OFFER_LOSES_REST
  d_step { touch(node); assertDelivers(node); assert(aux[node] == 0); aux[node] = address(rest) };
#endif
  stopDraining(node)
}

/* Takes the consumers that are to be served before those in the list. */
inline takeRest(node, rest) {
  d_step { touch(node); assertDelivers(node); rest = pointer(aux[node]); aux[node] = 0 }
}

inline stopDraining(node) {
  d_step {
    touch(node);
    assert(pointer(state[node]) != 0);
    endDelivering(node);
    state[node] = state[node] & ~DRAINING
  }
}

/* `ok` is false if another thread is delivering, or no consumer waits. */
inline takeOver(node, ok) {
  load(node, state, t_found);
  do
#ifdef BUG_TAKES_OVER_DRAINING
  :: pointer(t_found) == 0 -> ok = false; break
#else
  :: (t_found & DRAINING) || pointer(t_found) == 0 -> ok = false; break
#endif
  :: else ->
    exchangeAnd(node, state, t_found, t_found | DRAINING, t_ok, beginDelivering(node));
    when(t_ok, ok = true; break)
  od;
  t_found = 0; t_ok = 0
}

/* Defers the delivery until the outermost handler returns, or until a thread registers before that. */
inline leaveDelivery(node) {
  deferDelivery(node);
  stopDraining(node)
}
