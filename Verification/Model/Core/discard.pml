/* Discard.swift. */

/* Discards the node unless it is settled; if its own handler is running, when that returns. */
inline discardNode(node) {
  claimOrDoom(node, w_ok);
  if
  :: w_ok -> w_ok = false; discardClaimed(node)
  :: else
  fi
}

/* Discards a claimed node, and every node above it without other consumers. */
inline discardClaimed(node) {
  retain(node);
  add(node);
  runWalk()
}

/* finish(_:): empties the payload and ends the nodes that were detached, so that the node can be settled; for
 * the claimer only. Everything is detached by then, so this is not checked again here. */
#define finishWalk(node) \
  vacate(node, false); \
  endDropped(); \
  releaseWalk(); \
  settleWalk()

/* Detaches a node that is about to be settled directly; for the claimer only. */
inline detach(node) {
  leaveSourceOf(node, true);
  leaveAttachments(node);
  leaveAll();
  finishWalk(node)
}

/* The same for a node without a source. */
inline detachRoot(node) {
  assert(pointer(upstream[node]) == 0);
  leaveAttachments(node);
  assert(w_tie == 0);
  vacate(node, false);
  endDropped()
}

/* Empties the payload of a pending node; for the claimer only. `discards`: whether a discard block is to run
 * instead of only being released. A node on the path that only forwards keeps its link, because it has
 * nothing to release. If pending work loses its last reference with the handler, `g_dropped` names it, and
 * the caller ends it (`endDropped`). */
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
