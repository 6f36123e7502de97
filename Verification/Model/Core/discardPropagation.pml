/* The propagation of Discard.swift and StopWork.swift. There is room for two paths and one dependency; it is
 * asserted that this is enough. */

/* MARK: The way up */

/* Adds a claimed node, with a reference for the propagation, and the nodes above it without other consumers. */
inline add(node) {
  w_next = node;
  do
  :: w_next != 0 ->
    when(w_top != 0, setLinkBelow(w_top, w_below); w_below = w_top);
    w_top = w_next;
    detachFromSource(w_top, true, w_next);
#ifdef BUG_RELEASES_WHILE_DETACHING
    vacate(w_top, true);
    assert(g_dropped == 0); /* its consumers have not all been claimed yet */
#endif
    collectAttachments(w_top)
  :: else -> break
  od;
  either(w_firstTop == 0,
    w_firstTop = w_top; w_firstBelow = w_below,
    assert(w_otherTop == 0); w_otherTop = w_top; w_otherBelow = w_below);
  w_top = 0; w_below = 0
}

/* detachFromSource(of:): detaches a node that is not on the path from its source, and adds a source without
 * other consumers. */
inline detachFromSourceOf(node, endsSource) {
  detachFromSource(node, endsSource, l_unused);
  when(l_unused != 0, add(l_unused); l_unused = 0)
}

/* collectAttachments(of:) and addDependencies(_:): takes the attachments of a node, to detach its dependency
 * later. */
inline collectAttachments(node) {
  takeAttachments(node, w_found);
  when(w_found != 0, assert(w_dependency == 0); w_dependency = w_found; w_found = 0)
}

/* Detaches the remaining dependencies, and adds sources without other consumers. */
inline detachAll() {
  when(w_dependency != 0 && !w_hasDetached, w_hasDetached = true; detachDependency())
}

/* An iteration of detachAll. */
inline detachDependencyNow() {
  claimOrRequestDiscard(w_dependency, w_ok);
  when(w_ok, w_ok = false; detachFromSourceOf(w_dependency, true))
}

/* Node.linkBelow, and whether it is in the payload. Only the claimer may change `forwards`, so reading it is
 * not a separate step. Another thread that writes `next` or the payload in between destroys the link. */
#ifdef BUG_PATH_LINKED_BY_NEXT_ONLY
#define forwards(node) false
#else
#define forwards(node) (upstream[node] & FORWARDING)
#endif

inline setLinkBelow(node, below) {
  d_step {
    touch(node);
    either(!forwards(node), next[node] = below,
      assert(payload[node] == EMPTY); payload[node] = LINK_BELOW; linkNext[node] = below);
    linked[node] = below
  }
}

inline getLinkBelow(node, below) {
  d_step {
    touch(node);
    either(!forwards(node), below = next[node], assert(payload[node] == LINK_BELOW); below = linkNext[node]);
    assert(below == linked[node]);
    linked[node] = 0
  }
}

/* MARK: The way back */

/* run() */
inline runPropagation() {
  detachAll();
  releasePropagation();
  settlePropagation()
}

/* Releases all handlers, and links the nodes in the order in which they are settled. */
inline releasePropagation() {
  when(w_otherTop != 0, releasePath(w_otherTop, w_otherBelow));
  releasePath(w_firstTop, w_firstBelow);
  when(w_dependency != 0,
    endDetached(w_dependency);
    release(w_dependency);
    w_dependency = 0; w_hasDetached = false)
}

/* Empties the payloads of a path, from the top down. */
inline releasePath(top, below) {
  do
  :: top != 0 ->
    vacate(top, true);
    endDropped();
    append(top);
    top = below;
    when(below != 0, getLinkBelow(top, below))
  :: else -> break
  od
}

/* Puts a link into the payload, and appends the node to those to be settled. */
inline append(node) {
  d_step {
    touch(node);
    assert(payload[node] == EMPTY || payload[node] == LINK_BELOW);
    payload[node] = LINK; linkNext[node] = 0;
    either(w_first == 0, w_first = node, touch(w_last); assert(payload[w_last] == LINK); linkNext[w_last] = node);
    w_last = node
  }
}

/* settle() */
inline settlePropagation() {
  w_last = 0;
  do
  :: w_first != 0 ->
    d_step {
      touch(w_first);
      assert(payload[w_first] == LINK);
      w_current = w_first; w_first = linkNext[w_current]; linkNext[w_current] = 0;
      payload[w_current] = DISCARDED
    };
    settle(w_current, FAILED_AND_HANDLED, false);
    release(w_current)
  :: else -> break
  od;
  w_current = 0
}

/* isClaimedToDetach. A consumer whose handler runs, or has run, has a discard request instead. */
#define isClaimedToDetach(word) (((word) & (SETTLED | CLAIMED | DISCARD_REQUESTED)) == CLAIMED)

/* Ends a detached consumer that is not a promise. */
inline endDetached(consumer) {
  load(consumer, state, l_now);
  when(isClaimedToDetach(l_now),
    vacate(consumer, false);
    d_step { touch(consumer); assert(isClaimedToDetach(state[consumer])); state[consumer] = SETTLED });
  l_now = 0
}
