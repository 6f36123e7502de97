/* Claim.swift; `beginSettling` of DirectSettlement.swift. Where the library first tries a fast path and then calls a function named …Slowly with a
 * loop, this is the loop: the first attempt is one of its iterations. */

inline waitWhilePinned(node, found) {
  /* Spinning blocks here, so that a pin which is never released is a deadlock. */
  atomic { (!isPinned(state[node]) || isFreed[node]) -> touch(node); found = state[node] }
}

#ifdef BUG_CLAIM_IGNORES_PINS
#define waitsForPin(tag, word) (tag == PINNED && isPinned(word))
#else
#define waitsForPin(tag, word) isPinned(word)
#endif
#define claim(node, ok) acquire(node, CLAIMED, ok)
#define pin(node, ok) acquire(node, PINNED, ok)

/* claim() and pin() */
inline acquire(node, tag, ok) {
  load(node, state, c_found);
  do
  :: c_found & (SETTLED | CLAIMED) -> ok = false; break
  :: waitsForPin(tag, c_found) -> waitWhilePinned(node, c_found)
  :: else ->
    exchange(node, state, c_found, c_found | tag, c_ok);
    when(c_ok, ok = true; break)
  od;
  c_found = 0; c_ok = 0
}

#ifdef BUG_DISCARD_REQUEST_NOT_SET
#define needsNoDiscard(word) ((word) & (SETTLED | CLAIMED))
#else
#define needsNoDiscard(word) (((word) & SETTLED) || (((word) & CLAIMED) && ((word) & DISCARD_REQUESTED)))
#endif

inline claimOrRequestDiscard(node, ok) {
  load(node, state, c_found);
  do
  :: needsNoDiscard(c_found) -> ok = false; break
  :: isPinned(c_found) -> waitWhilePinned(node, c_found)
  :: else ->
    exchange(node, state, c_found, c_found | (c_found & CLAIMED -> DISCARD_REQUESTED : CLAIMED), c_ok);
    when(c_ok, ok = !(c_found & CLAIMED); break)
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

inline unpin(node) {
  d_step { touch(node); assert(isPinned(state[node])); state[node] = state[node] & ~PINNED }
}

/* A node without a source has a form of its own, which keeps the model small. */
#define beginSettling(node, ok) beginSettlingAfter(node, ok, detach(node))
#define beginSettlingRoot(node, ok) beginSettlingAfter(node, ok, detachRoot(node))
#define beginSettlingAfter(node, ok, detachment) \
  beginSettlingBareRoot(node, ok); \
  when(c_isOther, c_isOther = false; claim(node, ok); when(ok, detachment; ifDisposals(giveUpPassedValue(node))))

#ifdef BUG_NO_SECOND_LOOK
#define needsSecondLook(node) false
#else
#define needsSecondLook(node) ((upstream[node] & ~SHARED) != 0)
#endif

/* Pins a bare root. `c_isOther`: the node was another one, or a thread has put something into its payload
 * before the pin. */
inline beginSettlingBareRoot(node, ok) {
  touch(node);
  either((upstream[node] & ~SHARED) != 0, c_isOther = true,
    pin(node, ok);
    when(ok && needsSecondLook(node), unpin(node); ok = false; c_isOther = true))
}
