/* Discard.swift. */

/* Discards the node unless it is settled; if its own handler is running, once that returns. */
inline discardNode(node) {
  claimOrDoom(node, w_ok);
  if
  :: w_ok -> w_ok = false; discardClaimed(node)
  :: else
  fi
}

/* Discards a node that the caller has claimed, and every one above it that nobody else waits for. */
inline discardClaimed(node) {
  retain(node);
  add(node);
  runWalk()
}

/* finish(_:): empties the payload, and ends what a walk has left; the claimer only, to settle the node
 * then. The walk has left everything when it runs, so that is not asked again here. */
#define finishWalk(node) \
  vacate(node, false); \
  endDropped(); \
  releaseWalk(); \
  settleWalk()

/* Frees a node that is about to be settled by hand from what it waits for; the claimer only. */
inline detach(node) {
  leaveSourceOf(node, true);
  leaveAttachments(node);
  leaveAll();
  finishWalk(node)
}

/* The same for a node that waits for nothing. */
inline detachRoot(node) {
  assert(pointer(upstream[node]) == 0);
  leaveAttachments(node);
  assert(w_tie == 0);
  vacate(node, false);
  endDropped()
}

/* Empties the payload of a pending node; the claimer only. `discards`: whether a discard block is to run,
 * or only to be released. The link of one on the way up that forwards stays: such a node has nothing that
 * would have to be released. If pending work loses its last reference with the reaction, that is in
 * `g_dropped` then, and the caller ends it (`endDropped`). */
inline vacate(node, discards) {
  if
  :: upstream[node] & STOPPABLE ->
    remove(node, upstream, STOPPABLE);
    d_step {
      touch(node);
      assert(payload[node] == BLOCK);
      payload[node] = EMPTY; wasStopped[node] = discards
    }
  :: else ->
    d_step {
      touch(node);
      assert(payload[node] == REACTION || payload[node] == EMPTY || payload[node] == LINK_BELOW);
      if
      :: payload[node] == REACTION -> payload[node] = EMPTY; hasLeft[node] = true; giveUp(node)
      :: else
      fi
    }
  fi
}
