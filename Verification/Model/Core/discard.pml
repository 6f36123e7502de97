/* Discard.swift. */

/* Discards the node unless it is settled; if its own handler is running, once that returns. */
inline discardNode(node) {
  claimOrDoom(node, w_ok);
  if
  :: w_ok -> discardClaimed(node)
  :: else
  fi
}

inline discardClaimed(node) {
  retain(node);
  walkUp(node);
  walk()
}

/* DiscardWalk.add: adds a node that the caller has claimed, with a reference for the walk, and those
 * above it that nobody else waits for. */
inline walkUp(node) {
  w_current = node;
  do
  :: w_current != 0 ->
    leaveSource(w_current, true, l_deserted);
    vacate(w_current);
    /* link */
    d_step {
      touch(w_current);
      assert(payload[w_current] == EMPTY);
      payload[w_current] = LINK; linkNext[w_current] = 0;
      if
      :: w_first == 0 -> w_first = w_current
      :: else -> touch(w_last); assert(payload[w_last] == LINK); linkNext[w_last] = w_current
      fi;
      w_last = w_current
    };
    w_current = l_deserted
  :: else -> break
  od;
  l_deserted = 0
}

/* Empties the payload of a pending node; the claimer only. */
inline vacate(node) {
  if
  :: upstream[node] & STOPPABLE ->
    remove(node, upstream, STOPPABLE);
    take(node, BLOCK)
  :: else ->
    d_step {
      touch(node);
      assert(payload[node] == REACTION || payload[node] == EMPTY);
      if
      :: payload[node] == REACTION -> hasLeft[node] = true
      :: else
      fi;
      payload[node] = EMPTY
    }
  fi
}

/* DiscardWalk.run(): climb, which leaves what the nodes are tied to and turns the links around; then
 * settle, from the topmost down. */
inline walk() {
  w_current = w_first; w_below = 0;
  do
  :: w_current != 0 ->
    leaveTies(w_current);
    d_step {
      touch(w_current);
      assert(payload[w_current] == LINK);
      w_above = linkNext[w_current]; linkNext[w_current] = w_below;
      w_below = w_current; w_current = w_above
    }
  :: else -> break
  od;
  w_first = 0; w_last = 0;
  w_current = w_below; w_below = 0;
  do
  :: w_current != 0 ->
    d_step {
      touch(w_current);
      assert(payload[w_current] == LINK);
      w_above = linkNext[w_current]; linkNext[w_current] = 0;
      payload[w_current] = DISCARDED
    };
    settle(w_current, FAILED_AND_HEARD, false);
    release(w_current);
    w_current = w_above
  :: else -> break
  od;
  w_above = 0
}

/* Frees a node that is about to be settled by hand from what it waits for; the claimer only. */
inline detach(node) {
  leaveSource(node, true, l_deserted);
  if
  :: l_deserted != 0 -> walkUp(l_deserted)
  :: else
  fi;
  leaveTies(node);
  vacate(node);
  walk()
}

/* The same for a node that waits for nothing. */
inline detachRoot(node) {
  assert(pointer(upstream[node]) == 0);
  leaveTies(node);
  vacate(node)
}

/* Takes a consumer that is no promise out of its source's list, unless it runs. Answers the source,
 * claimed and retained for the caller, if nobody waits for it any more. */
inline depart(consumer, deserted) {
  deserted = 0;
  claimOrDoom(consumer, w_ok);
  if
  :: w_ok ->
    leaveSource(consumer, true, deserted);
    vacate(consumer);
    d_step {
      touch(consumer);
      assert((state[consumer] & CLAIMED) && !(state[consumer] & SETTLED));
      state[consumer] = SETTLED | HEARD
    }
  :: else
  fi;
  w_ok = 0
}
