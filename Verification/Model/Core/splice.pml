/* Splice.swift. */

#define onlyForwards(word, source) (((word) & FORWARDING) && pointer(word) == source)

/* linksUnderLock */
#ifdef BUG_SPLICES_WITH_DISPOSALS
#define hasNoAttachments(node) (!hasEntry[node])
#else
#define hasNoAttachments(node) (!hasEntry[node] && !hasDisposals(node))
#endif

/* Removes forwarders from among the consumers of a stage whose handler has returned `inner`, and the stage
 * itself if nothing else refers to it; for the claimer only. `ok`: whether the stage was removed. */
inline splice(node, inner, ok) {
  load(node, state, u_found);
  if
  :: pointer(u_found) == 0 -> ok = false
  :: else ->
    lockBoth(node, inner);
    do
    :: unlinkForwarder(node, inner);
      if
      :: u_ok -> d_step { touch(u_middle); next[u_middle] = u_spent; u_spent = u_middle; u_ok = 0 }
      :: else -> break
      fi
    od;
    handOver(node, inner);
    unlockBoth(node, inner);
    do
    :: u_spent != 0 ->
      d_step { touch(u_spent); u_middle = u_spent; u_spent = next[u_middle] };
      endSpliced(u_middle);
      release(u_middle)
    :: else -> break
    od;
    u_middle = 0;
    ok = (h_successor != 0);
    if
    :: h_successor != 0 ->
      endSpliced(node);
      breakCycle(h_successor, inner, 0);
      release(h_successor);
      h_successor = 0
    :: else
    fi
  fi;
  u_found = 0
}

/* Stripe.lock: in the same order for all threads; both may be the same stripe. */
inline lockBoth(first, second) {
  if
  :: stripe(first) == stripe(second) -> lock(first)
  :: stripe(first) < stripe(second) -> lock(first); lock(second)
  :: else -> lock(second); lock(first)
  fi
}

inline unlockBoth(first, second) {
  unlock(first);
  when(stripe(first) != stripe(second), unlock(second))
}

/* Ends a claimed or pinned node without references and consumers. */
inline endSpliced(node) {
  put(node, DISCARDED);
  publish(node, FAILED_AND_HANDLED, false, true, s_list);
  assert(s_list == 0)
}

/* Makes the only consumer of a stage wait for `inner` instead; under both stripes. The successor is that
 * consumer, with a reference, unless something else refers to the stage. */
inline handOver(node, inner) {
  h_successor = 0;
  load(node, state, h_found);
  h_consumer = pointer(h_found);
  if
  :: h_consumer == 0 || (h_found & DISCARD_REQUESTED)
#ifndef BUG_HANDOVER_WITHOUT_UNIQUENESS
  :: else -> d_step { h_ok = isUnique(node) && hasNoAttachments(node) };
#else
  :: else -> h_ok = true;
#endif
    if
    :: !h_ok
    :: h_ok ->
      load(inner, state, h_inner);
      h_ok = !isOpenNow(h_inner) && h_consumer != inner;
      load(inner, upstream, h_inner);
      if
      :: !h_ok || (pointer(h_inner) == 0 && (h_inner & LAZY)) /* isLazy */
      :: else ->
        load(h_consumer, next, h_inner);
        if
        :: h_inner != 0
        :: else ->
          load(h_consumer, upstream, h_inner);
          if
          :: !onlyForwards(h_inner, node)
          :: else ->
            pin(h_consumer, h_ok);
            when(h_ok, handOverPinned(node, inner))
          fi
        fi
      fi
    fi
  fi;
  h_found = 0; h_consumer = 0; h_ok = 0; h_inner = 0
}

/* Shares the source of a shared stage that is taken out, because the stage kept its work. */
#define handOn(node, source) \
  d_step { touch(source); upstream[source] = upstream[source] | (upstream[node] & SHARED) }

inline handOverPinned(node, inner) {
  exchangeList(node, h_found, tags(h_found), h_ok);
  if
  :: h_ok ->
    redirect(h_consumer, node, inner);
    handOn(node, inner);
    inherit(inner, h_consumer, h_ok);
    if
    :: h_ok -> retain(h_consumer); h_successor = h_consumer
    :: else ->
      redirect(h_consumer, inner, node);
      inherit(node, h_consumer, h_ok);
      assert(h_ok)
    fi
  :: else
  fi;
  unpin(h_consumer)
}

/* Removes the only consumer from the word, or replaces it. */
inline exchangeList(node, found, desired, ok) {
  exchangeAnd(node, state, found, desired, ok, waiting[node]--)
}

/* Pushes a consumer with the reference that another list owned. `ok` is false if the node is settled and no
 * thread is delivering. */
inline inherit(node, consumer, ok) {
  load(node, state, i_found);
  do
  :: isOpenNow(i_found) -> ok = false; break
  :: else ->
    d_step { touch(consumer); next[consumer] = pointer(i_found) };
    exchangeAnd(node, state, i_found, address(consumer) | tags(i_found), ok, register(node, consumer));
    when(ok, break)
  od;
  i_found = 0
}

/* If the only consumer forwards to another forwarder, removes it: `u_middle`, with the reference that the
 * list owned; under both stripes. */
inline unlinkForwarder(node, inner) {
  u_ok = false;
  load(node, state, u_found);
  u_middle = pointer(u_found);
  if
  :: u_middle == 0
  :: else ->
    d_step { touch(u_middle); u_ok = isUnique(u_middle) };
    if
    :: !u_ok
    :: else ->
      u_ok = false;
      load(u_middle, next, u_now);
      if
      :: u_now != 0
      :: else ->
        load(u_middle, upstream, u_now);
        if
        :: !onlyForwards(u_now, node)
        :: else ->
          u_isHeld = isHeld(u_middle);
          either(!u_isHeld, tryLock(u_middle, u_ok), u_ok = true);
          if
          :: !u_ok
          :: else ->
            compressPath(node);
            when(!u_isHeld, unlock(u_middle))
          fi
        fi
      fi
    fi
  fi;
  u_found = 0; u_now = 0; u_isHeld = 0
}

/* Makes the only consumer of `u_middle` a consumer of the node; under the stripes of both. The middle node is
 * pinned and, if it is removed, stays pinned. */
inline compressPath(node) {
  u_ok = false;
  load(u_middle, state, u_now);
  if
  :: pointer(u_now) == 0 || !hasNoAttachments(u_middle)
  :: else ->
#ifdef BUG_COMPRESSION_CLAIMS
    claim(u_middle, u_ok);
#else
    pin(u_middle, u_ok);
#endif
    if
    :: !u_ok
    :: else ->
      load(u_middle, state, u_theirs);
      u_consumer = pointer(u_theirs);
      load(u_consumer, next, u_now);
      if
      :: u_now != 0 -> u_ok = false
      :: else ->
        load(u_consumer, upstream, u_now);
        if
        :: !onlyForwards(u_now, u_middle) -> u_ok = false
#ifdef BUG_COMPRESSION_WITHOUT_PIN
        :: else -> u_ok = true
#else
        :: else -> pin(u_consumer, u_ok)
#endif
        fi
      fi;
      either(!u_ok, releaseMiddle(), compressPinnedPath(node))
    fi
  fi;
  u_now = 0; u_theirs = 0; u_consumer = 0
}

inline compressPinnedPath(node) {
  exchangeList(u_middle, u_theirs, tags(u_theirs), u_ok);
  if
  :: !u_ok -> releaseMiddle()
  :: else ->
    redirect(u_consumer, u_middle, node);
    exchangeMiddle(node);
    if
    :: !u_ok ->
      redirect(u_consumer, node, u_middle);
      inherit(u_middle, u_consumer, u_ok);
      assert(u_ok);
      u_ok = false;
      releaseMiddle()
    :: else -> handOn(u_middle, node); remove(u_middle, upstream, POINTER)
    fi
  fi;
#ifndef BUG_COMPRESSION_WITHOUT_PIN
  unpin(u_consumer)
#endif
}

/* The second exchange of `compressPath`: the consumer replaces the middle node. */
inline exchangeMiddle(node) {
  exchangeAnd(node, state, u_found, address(u_consumer) | tags(u_found), u_ok,
    waiting[node]--; register(node, u_consumer))
}

inline releaseMiddle() {
#ifdef BUG_COMPRESSION_CLAIMS
  unclaim(u_middle, u_ok);
  u_ok = false
#else
  unpin(u_middle)
#endif
}
