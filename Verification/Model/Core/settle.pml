/* Settle.swift; `endEdits` of EndAttachments.swift. */

/* Settles a claimed or pinned node and delivers to its consumers. */
inline settle(node, disposition, honorsDiscardRequest) {
  publish(node, disposition, honorsDiscardRequest, !isAtLimit, s_list);
  when(e_dependency != 0, endDependency());
  when(s_list != 0, either(isAtLimit, leaveDelivery(node), deliver(node, s_list)));
  s_list = 0
}

/* `list` is the consumers, newest first; if there are any, the node is draining. */
inline publish(node, disposition, honorsDiscardRequest, takesList, list) {
  d_step { touch(node); p_found = state[node]; p_bits = disposition; p_isHonored = !(honorsDiscardRequest) };
  assert(holdsOutcome(node));
  do
  :: (p_found & DISCARD_REQUESTED) && !p_isHonored ->
    /* replaceByDiscarded */
#ifndef BUG_DROPS_REPLACED_VALUE
    ifDisposals(when(disposition == FULFILLED, preparedOutcome(node)));
#endif
    d_step { payload[node] = DISCARDED; p_bits = FAILED_AND_HANDLED; p_isHonored = true }
  :: else ->
    ifDisposals(when((p_found & EDITED) && p_bits == FULFILLED, preparedOutcome(node)));
    exchangeOutcome(node, takesList);
    when(p_ok,
      either(p_found & EDITED, endEdits(node, pointer(p_found), takesList, list), list = pointer(p_found));
      break)
  od;
  p_found = 0; p_bits = 0; p_isHonored = 0; p_ok = 0
}

#ifdef BUG_PUBLISH_STORES
#define storesOutcome true
#else
#define storesOutcome false
#endif

/* The exchange of `publish`. */
inline exchangeOutcome(node, takesList) {
  d_step {
    touch(node);
    if
    :: state[node] == p_found || storesOutcome ->
      /* Spec 2.3.1: a promise is settled once, by the owner of the right to do so. */
      assert(!(state[node] & SETTLED) && (state[node] & (CLAIMED | PINNED)));
      if
      :: pointer(p_found) == 0 && !(p_found & EDITED) -> state[node] = p_bits
      :: else ->
        state[node] = p_bits | DRAINING | (takesList -> 0 : address(pointer(p_found)));
        beginDelivering(node)
      fi;
      p_ok = true; outcome[node] = payload[node]
    :: else -> p_found = state[node]; p_ok = false
    fi
  }
}

#ifdef BUG_PUBLISH_IGNORES_EDITS
#define endAttachments(node) skip
#else
#define endAttachments(node) takeLastAttachments(node)
#endif

#ifdef BUG_OPENS_BEFORE_DISPOSALS_END
#define endDisposalsAround(node, opening) opening; ifDisposals(endDisposals(node))
#else
#define endDisposalsAround(node, opening) ifDisposals(endDisposals(node)); opening
#endif

/* Waits for threads that edit the list, and takes the node's attachments, which the caller ends. */
inline endEdits(node, found, takesList, list) {
  p_list = found;
  endAttachments(node);
  endDisposalsAround(node, when(p_list == 0, takeListOrOpen(node, takesList, p_list)));
  list = p_list;
  p_list = 0
}

#ifdef BUG_OPENS_WITHOUT_EXCHANGE
#define opensAnyway(list) (list == 0)
#else
#define opensAnyway(list) false
#endif

/* Takes the consumers registered so far or, if there are none, ends the draining. */
inline takeListOrOpen(node, takesList, list) {
  load(node, state, t_found);
  do
  :: pointer(t_found) != 0 && !(takesList) -> list = pointer(t_found); break
  :: else ->
    t_list = pointer(t_found);
    d_step {
      touch(node);
      assertDelivers(node);
      t_ok = (state[node] == t_found || opensAnyway(t_list));
      either(!t_ok, t_found = state[node],
        state[node] = tags(t_found);
        when(t_list == 0, state[node] = state[node] & ~DRAINING; endDelivering(node)))
    };
    when(t_ok, list = t_list; break)
  od;
  t_found = 0; t_list = 0; t_ok = 0
}
