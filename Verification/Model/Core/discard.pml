/* The requests of Discard.swift, DirectSettlement.swift, and `vacate` of StopWork.swift. */

/* Discards the node unless it is settled; if its own handler is running, when that returns. */
inline discardNode(node) {
  claimOrRequestDiscard(node, w_ok);
  when(w_ok, w_ok = false; discardClaimed(node))
}

/* Discards a claimed node, and every node above it without other consumers. */
inline discardClaimed(node) {
  retain(node);
  add(node);
  runPropagation()
}

/* finish(_:): empties the payload and ends the nodes that were detached, so that the node can be settled; for
 * the claimer only. Everything is detached by then, so this is not checked again here. */
#define finishPropagation(node) \
  vacate(node, false); \
  endDropped(); \
  releasePropagation(); \
  settlePropagation()

/* Detaches a node that is about to be settled directly; for the claimer only. */
inline detach(node) {
  detachFromSourceOf(node, true);
  collectAttachments(node);
  detachAll();
  finishPropagation(node)
}

/* The same for a node without a source. */
inline detachRoot(node) {
  assert(pointer(upstream[node]) == 0);
  collectAttachments(node);
  assert(w_dependency == 0);
  vacate(node, false);
  endDropped()
}

/* Empties the payload of a pending node; for the claimer only. `discards`: whether a discard block is to run
 * instead of only being released. A node on the path that only forwards keeps its link, because it has
 * nothing to release. If pending work loses its last reference with the handler, `g_dropped` names it, and
 * the caller ends it (`endDropped`). */
inline vacate(node, discards) {
  either(upstream[node] & STOPPABLE,
    remove(node, upstream, STOPPABLE);
    d_step { take(node, BLOCK); wasStopped[node] = discards },
    d_step {
      touch(node);
      assert(payload[node] == HANDLER || payload[node] == EMPTY || payload[node] == LINK_BELOW);
      when(payload[node] == HANDLER, payload[node] = EMPTY; hasDetached[node] = true; releaseCapture(node))
    })
}
