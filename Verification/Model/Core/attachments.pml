/* Attachments.swift. */

/* tie(_:) with one consumer. */
inline tieTo(node, consumer) {
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

/* releaseTies. Inlines cannot call themselves, so who is deserted must be a root, which is asserted:
 * `discardClaimed` for one that waits for nothing. */
inline releaseTie(consumer) {
  depart(consumer, l_deserted);
  if
  :: l_deserted != 0 ->
    assert(pointer(upstream[l_deserted]) == 0);
    vacate(l_deserted);
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
  fi;
  release(consumer)
}

/* DiscardWalk.leaveTies, for a tie of `w_current`: who is deserted is added to the walk. */
inline departTieNow() {
  w_above = w_current;
  depart(w_tie, l_deserted);
  if
  :: l_deserted != 0 -> walkUp(l_deserted)
  :: else
  fi;
  w_current = w_above; w_above = 0;
  release(w_tie)
}

/* Takes the attachments of a node that is settled, and waits for who edits the list. */
inline takeLastAttachments(node) {
  lock(node);
  d_step {
    touch(node);
    e_left = (aux[node] & LEFT_MARK) != 0;
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

/* end(_:) for `e_tie`: it leaves, and whoever is deserted by that is discarded. */
inline endTieNow() {
  e_consumer = e_tie; e_tie = 0; e_stop = 0;
  releaseTie(e_consumer);
  e_consumer = 0
}

/* takeAttachments, and DiscardWalk.leaveTies: the claimer of a node lets go of what it is tied to. */
inline leaveTies(node) {
  load(node, state, w_tie);
  if
  :: w_tie & EDITED ->
    lock(node);
    d_step {
      touch(node);
      w_tie = ties[node]; w_stop = stops[node];
      hasEntry[node] = false; ties[node] = 0; stops[node] = false
    };
    unlock(node);
    if
    :: w_tie != 0 -> departTie()
    :: else
    fi
  :: else
  fi;
  w_tie = 0; w_stop = 0
}
