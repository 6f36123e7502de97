/* Attachments.swift. */

/* tie(_:) with one consumer. */
inline tieTo(node, consumer) {
  /* The promise that the consumer belongs to. */
  d_step { touch(consumer); aux[consumer] = node };
  lock(node);
  markEdited(node, o_ok);
  if
  :: o_ok ->
    d_step { assert(ties[node] == 0); hasEntry[node] = true; ties[node] = consumer }
  :: else
  fi;
  unlock(node);
  if
  :: o_ok
  :: else -> releaseTie(consumer)
  fi;
  o_ok = 0; o_found = 0
}

/* releaseTies: a separate discard, which begins with a consumer that is not a promise. Inlines cannot
 * call themselves, so a source without other consumers must be a root, which is asserted. */
inline releaseTie(consumer) {
  claimOrDoom(consumer, w_ok);
  if
  :: w_ok -> w_ok = false; leaveSource(consumer, true, l_deserted)
  :: else
  fi;
  if
  :: l_deserted != 0 -> assert(pointer(upstream[l_deserted]) == 0); vacate(l_deserted, true)
  :: else
  fi;
  endDetached(consumer);
  release(consumer);
  if
  :: l_deserted != 0 ->
    put(l_deserted, DISCARDED);
    publish(l_deserted, FAILED_AND_HEARD, false, true, e_list);
    assert(e_tie == 0);
    if
    :: e_list != 0 -> deliver(l_deserted, e_list)
    :: else
    fi;
    release(l_deserted);
    l_deserted = 0; e_list = 0
  :: else
  fi
}

/* Takes the attachments of a settled node, and waits for threads that edit the list. */
inline takeLastAttachments(node) {
  lock(node);
  d_step {
    touch(node);
    e_left = (aux[node] & LEFT_MARK) != 0; aux[node] = 0; /* From now on it belongs to the delivery. */
    e_tie = ties[node]; e_stop = stops[node];
    hasEntry[node] = false; ties[node] = 0; stops[node] = false
  };
  unlock(node);
  if
  :: e_left -> hear(node)
  :: else
  fi;
  e_left = 0
}

/* end(_:) for `e_tie`: it detaches, and a source without other consumers is discarded. */
inline endTieNow() {
  e_consumer = e_tie; e_tie = 0; e_stop = 0;
  releaseTie(e_consumer);
  e_consumer = 0
}

/* takeAttachments: the claimer of a node takes them, and waits for threads that edit the list. */
inline takeAttachments(node, tie) {
  load(node, state, tie);
  if
  :: tie & EDITED ->
    lock(node);
    d_step {
      touch(node);
      tie = ties[node];
      hasEntry[node] = false; ties[node] = 0; stops[node] = false
    };
    unlock(node)
  :: else -> tie = 0
  fi
}
