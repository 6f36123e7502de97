/* Claim.swift. Where the library first tries a fast path and then calls a function named …Slowly with a
 * loop, this is the loop: the first attempt is one of its iterations. */

inline waitWhilePinned(node, found) {
  /* Spinning blocks here, so that a pin which is never released is a deadlock. */
  atomic { (!isPinned(state[node]) || isFreed[node]) -> touch(node); found = state[node] }
}

inline claim(node, ok) {
  load(node, state, c_found);
  do
  :: c_found & (SETTLED | CLAIMED) -> ok = false; break
#ifndef BUG_CLAIM_IGNORES_PINS
  :: isPinned(c_found) -> waitWhilePinned(node, c_found)
#endif
  :: else ->
    exchange(node, state, c_found, c_found | CLAIMED, c_ok);
    when(c_ok, ok = true; break)
  od;
  c_found = 0; c_ok = 0
}

inline claimOrRequestDiscard(node, ok) {
  load(node, state, c_found);
  do
  :: c_found & SETTLED -> ok = false; break
  :: isPinned(c_found) -> waitWhilePinned(node, c_found)
  :: !(c_found & (SETTLED | CLAIMED | DISCARD_REQUESTED)) ->
    exchange(node, state, c_found, c_found | CLAIMED, c_ok);
    when(c_ok, ok = true; break)
  :: !(c_found & SETTLED) && (c_found & CLAIMED) && (c_found & DISCARD_REQUESTED) -> ok = false; break
  :: !(c_found & SETTLED) && (c_found & CLAIMED) && !(c_found & DISCARD_REQUESTED) ->
#ifdef BUG_DISCARD_REQUEST_NOT_SET
    ok = false; break
#else
    exchange(node, state, c_found, c_found | DISCARD_REQUESTED, c_ok);
    when(c_ok, ok = false; break)
#endif
  od;
  c_found = 0; c_ok = 0
}

/* `ok` is false if a discard was requested in the meantime; the caller keeps the claim then. */
inline unclaim(node, ok) {
  load(node, state, c_found);
  do
#ifndef BUG_UNCLAIM_IGNORES_REQUEST
  :: c_found & DISCARD_REQUESTED -> ok = false; break
#endif
  :: else ->
    assert((c_found & CLAIMED) && !(c_found & SETTLED));
    exchange(node, state, c_found, c_found & ~(CLAIMED | (c_found & DISCARD_REQUESTED)), c_ok);
    when(c_ok, ok = true; break)
  od;
  c_found = 0; c_ok = 0
}

inline pin(node, ok) {
  load(node, state, c_found);
  do
  :: c_found & (SETTLED | CLAIMED) -> ok = false; break
  :: isPinned(c_found) -> waitWhilePinned(node, c_found)
  :: else ->
    exchange(node, state, c_found, c_found | PINNED, c_ok);
    when(c_ok, ok = true; break)
  od;
  c_found = 0; c_ok = 0
}

inline unpin(node) {
  d_step { touch(node); assert(isPinned(state[node])); state[node] = state[node] & ~PINNED }
}

inline beginSettling(node, ok) {
  beginSettlingBareRoot(node, ok);
  when(c_isOther, c_isOther = false; claim(node, ok); when(ok, detach(node); ifDisposals(giveUpPassedValue(node))))
}

/* The same for a node without a source, which keeps the model small. */
inline beginSettlingRoot(node, ok) {
  beginSettlingBareRoot(node, ok);
  when(c_isOther, c_isOther = false; claim(node, ok); when(ok, detachRoot(node); ifDisposals(giveUpPassedValue(node))))
}

/* Pins a bare root. `c_isOther`: the node was another one, or a thread has put something into its payload
 * before the pin. */
inline beginSettlingBareRoot(node, ok) {
  if
  :: (upstream[node] & ~SHARED) == 0 ->
    touch(node); pin(node, ok);
#ifndef BUG_NO_SECOND_LOOK
    when(ok && (upstream[node] & ~SHARED) != 0, unpin(node); ok = false; c_isOther = true)
#endif
  :: else -> touch(node); c_isOther = true
  fi
}
