/* DiscardPropagation.swift. There is room for two paths and one tie. That this is enough is asserted. */

/* MARK: The way up */

/* Adds a claimed node, with a reference for the walk, and the nodes above it without other consumers. */
inline add(node) {
  w_next = node;
  do
  :: w_next != 0 ->
    if
    :: w_top != 0 -> setLinkBelow(w_top, w_below); w_below = w_top
    :: else
    fi;
    w_top = w_next;
    leaveSource(w_top, true, w_next);
#ifdef BUG_RELEASES_ON_THE_WAY_UP
    vacate(w_top, true);
    assert(g_dropped == 0); /* its consumers have not all been claimed yet */
#endif
    leaveAttachments(w_top)
  :: else -> break
  od;
  if
  :: w_firstTop == 0 -> w_firstTop = w_top; w_firstBelow = w_below
  :: else -> assert(w_otherTop == 0); w_otherTop = w_top; w_otherBelow = w_below
  fi;
  w_top = 0; w_below = 0
}

/* detachFromSource(of:): detaches a node that is not on the path from its source, and adds a source without
 * other consumers. */
inline leaveSourceOf(node, isMissed) {
  leaveSource(node, isMissed, l_deserted);
  if
  :: l_deserted != 0 -> add(l_deserted); l_deserted = 0
  :: else
  fi
}

/* collectAttachments(of:) and addDependencies(_:): takes the attachments of a node, to detach its dependency
 * later. */
inline leaveAttachments(node) {
  takeAttachments(node, w_found);
  if
  :: w_found != 0 -> assert(w_tie == 0); w_tie = w_found; w_found = 0
  :: else
  fi
}

/* Detaches the remaining ties, and adds sources without other consumers. */
inline leaveAll() {
  if
  :: w_tie != 0 && !w_hasLeft -> w_hasLeft = true; leaveTie()
  :: else
  fi
}

/* An iteration of leaveAll. */
inline leaveTieNow() {
  claimOrDoom(w_tie, w_ok);
  if
  :: w_ok -> w_ok = false; leaveSourceOf(w_tie, true)
  :: else
  fi
}

/* Node.linkBelow, and whether it is in the payload. Only the claimer may change `forwards`, so reading it is
 * not a separate step. Another thread that writes `next` or the payload in between destroys the link. */
#ifdef BUG_LINKS_BY_NEXT_ALONE
#define forwards(node) false
#else
#define forwards(node) (upstream[node] & FORWARDING)
#endif

inline setLinkBelow(node, below) {
  d_step {
    touch(node);
    if
    :: forwards(node) ->
      assert(payload[node] == EMPTY);
      payload[node] = LINK_BELOW; linkNext[node] = below
    :: else -> next[node] = below
    fi;
    linked[node] = below
  }
}

inline getLinkBelow(node, below) {
  d_step {
    touch(node);
    if
    :: forwards(node) -> assert(payload[node] == LINK_BELOW); below = linkNext[node]
    :: else -> below = next[node]
    fi;
    assert(below == linked[node]);
    linked[node] = 0
  }
}

/* MARK: The way back */

/* run() */
inline runWalk() {
  leaveAll();
  releaseWalk();
  settleWalk()
}

/* Releases all handlers, and links the nodes in the order in which they are settled. */
inline releaseWalk() {
  if
  :: w_otherTop != 0 -> releaseClimb(w_otherTop, w_otherBelow)
  :: else
  fi;
  releaseClimb(w_firstTop, w_firstBelow);
  if
  :: w_tie != 0 -> endDetached(w_tie); release(w_tie); w_tie = 0; w_hasLeft = false
  :: else
  fi
}

/* Empties the payloads of a path, from the top down. */
inline releaseClimb(top, below) {
  do
  :: top != 0 ->
    vacate(top, true);
    endDropped();
    append(top);
    top = below;
    if
    :: below != 0 -> getLinkBelow(top, below)
    :: else
    fi
  :: else -> break
  od
}

/* Puts a link into the payload, and appends the node to those to be settled. */
inline append(node) {
  d_step {
    touch(node);
    assert(payload[node] == EMPTY || payload[node] == LINK_BELOW);
    payload[node] = LINK; linkNext[node] = 0;
    if
    :: w_first == 0 -> w_first = node
    :: else -> touch(w_last); assert(payload[w_last] == LINK); linkNext[w_last] = node
    fi;
    w_last = node
  }
}

/* settle() */
inline settleWalk() {
  w_last = 0;
  do
  :: w_first != 0 ->
    d_step {
      touch(w_first);
      assert(payload[w_first] == LINK);
      w_current = w_first; w_first = linkNext[w_current]; linkNext[w_current] = 0;
      payload[w_current] = DISCARDED
    };
    settle(w_current, FAILED_AND_HEARD, false);
    release(w_current)
  :: else -> break
  od;
  w_current = 0
}

/* isClaimedToDetach: one that runs, or has run, has a discard request instead. */
#define isClaimedToDetach(word) (((word) & (SETTLED | CLAIMED | DOOMED)) == CLAIMED)

/* Ends a detached consumer that is not a promise. */
inline endDetached(consumer) {
  load(consumer, state, l_now);
  if
  :: isClaimedToDetach(l_now) ->
    vacate(consumer, false);
    d_step {
      touch(consumer);
      assert(isClaimedToDetach(state[consumer]));
      state[consumer] = SETTLED | HEARD
    }
  :: else
  fi;
  l_now = 0
}
