/* Settle.swift. */

/* Settles a claimed or pinned node and delivers to its consumers. */
inline settle(node, disposition, honorsDiscardRequest) {
  publish(node, disposition, honorsDiscardRequest, !isAtLimit, s_list);
  when(e_dependency != 0, endDependency());
  if
  :: s_list != 0 && !isAtLimit -> deliver(node, s_list)
  :: s_list != 0 && isAtLimit -> leaveDelivery(node)
  :: else
  fi;
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
    if
    :: p_ok && !(p_found & EDITED) -> list = pointer(p_found); break
    :: p_ok && (p_found & EDITED) -> endEdits(node, pointer(p_found), takesList, list); break
    :: else
    fi
  od;
  p_found = 0; p_bits = 0; p_isHonored = 0; p_ok = 0
}

/* The exchange of `publish`. */
inline exchangeOutcome(node, takesList) {
  d_step {
    touch(node);
    if
#ifdef BUG_PUBLISH_STORES
    :: true ->
#else
    :: state[node] == p_found ->
#endif
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

/* Waits for threads that edit the list, and takes the node's attachments, which the caller ends. */
inline endEdits(node, found, takesList, list) {
  p_list = found;
#ifndef BUG_PUBLISH_IGNORES_EDITS
  takeLastAttachments(node);
#endif
#ifndef BUG_OPENS_BEFORE_DISPOSALS_END
  ifDisposals(endDisposals(node));
#endif
  when(p_list == 0, takeListOrOpen(node, takesList, p_list));
#ifdef BUG_OPENS_BEFORE_DISPOSALS_END
  ifDisposals(endDisposals(node));
#endif
  list = p_list;
  p_list = 0
}

/* Takes the consumers registered so far or, if there are none, ends the draining. */
inline takeListOrOpen(node, takesList, list) {
  load(node, state, t_found);
  do
  :: pointer(t_found) != 0 && !(takesList) -> list = pointer(t_found); break
  :: else ->
    t_list = pointer(t_found);
#ifdef BUG_OPENS_WITHOUT_EXCHANGE
    if
    :: t_list == 0 ->
      d_step { touch(node); state[node] = tags(state[node]) & ~DRAINING; endDelivering(node) };
      list = 0;
      break
    :: else
    fi;
#endif
    d_step {
      touch(node);
      assertDelivers(node);
      if
      :: state[node] == t_found ->
        if
        :: t_list == 0 ->
          state[node] = t_found & ~DRAINING; endDelivering(node)
        :: else -> state[node] = tags(t_found)
        fi;
        t_ok = true
      :: else -> t_found = state[node]; t_ok = false
      fi
    };
    when(t_ok, list = t_list; break)
  od;
  t_found = 0; t_list = 0; t_ok = 0
}
