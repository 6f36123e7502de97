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
  either(pointer(u_found) == 0, ok = false, spliceConsumers(node, inner); ok = (h_successor != 0));
  when(ok, endSpliced(node); breakCycle(h_successor, inner, 0); release(h_successor); h_successor = 0);
  u_found = 0
}

inline spliceConsumers(node, inner) {
  lockBoth(node, inner);
  do
  :: unlinkForwarder(node, inner);
    when(!u_ok, break);
    d_step { touch(u_middle); next[u_middle] = u_spent; u_spent = u_middle; u_ok = 0 }
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
  u_middle = 0
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

#ifdef BUG_HANDOVER_WITHOUT_UNIQUENESS
#define isRemovable(node) true
#else
#define isRemovable(node) (isUnique(node) && hasNoAttachments(node))
#endif

/* Makes the only consumer of a stage wait for `inner` instead; under both stripes. The successor is that
 * consumer, with a reference, unless something else refers to the stage. */
inline handOver(node, inner) {
  h_successor = 0;
  load(node, state, h_found);
  h_consumer = pointer(h_found);
  when(h_consumer != 0 && !(h_found & DISCARD_REQUESTED) && isRemovable(node),
    load(inner, state, h_inner);
    when(!isOpenNow(h_inner) && h_consumer != inner,
      load(h_consumer, next, h_inner);
      when(h_inner == 0,
        load(h_consumer, upstream, h_inner);
        when(onlyForwards(h_inner, node), pin(h_consumer, h_ok); when(h_ok, handOverPinned(node, inner))))));
  h_found = 0; h_consumer = 0; h_ok = 0; h_inner = 0
}

/* Shares the source of a shared stage that is taken out, because the stage kept its work. */
#define handOn(node, source) \
  d_step { touch(source); upstream[source] = upstream[source] | (upstream[node] & SHARED) }

inline handOverPinned(node, inner) {
  exchangeList(node, h_found, tags(h_found), h_ok);
  when(h_ok,
    redirect(h_consumer, node, inner);
    handOn(node, inner);
    inherit(inner, h_consumer, h_ok);
    either(h_ok, retain(h_consumer); h_successor = h_consumer,
      redirect(h_consumer, inner, node);
      inherit(node, h_consumer, h_ok);
      assert(h_ok)));
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
  when(u_middle != 0 && isUnique(u_middle),
    load(u_middle, next, u_now);
    when(u_now == 0,
      load(u_middle, upstream, u_now);
      when(onlyForwards(u_now, node),
        u_isHeld = isHeld(u_middle);
        either(u_isHeld, u_ok = true, tryLock(u_middle, u_ok));
        when(u_ok, compressPath(node); when(!u_isHeld, unlock(u_middle))))));
  u_found = 0; u_now = 0; u_isHeld = 0
}

#ifdef BUG_COMPRESSION_CLAIMS
#define pinMiddle() claim(u_middle, u_ok)
#define unpinMiddle() unclaim(u_middle, u_ok); u_ok = false
#else
#define pinMiddle() pin(u_middle, u_ok)
#define unpinMiddle() unpin(u_middle)
#endif

#ifdef BUG_COMPRESSION_WITHOUT_PIN
#define pinConsumer() u_ok = true
#define unpinConsumer() skip
#else
#define pinConsumer() pin(u_consumer, u_ok)
#define unpinConsumer() unpin(u_consumer)
#endif

/* Makes the only consumer of `u_middle` a consumer of the node; under the stripes of both. The middle node is
 * pinned and, if it is removed, stays pinned. */
inline compressPath(node) {
  u_ok = false;
  load(u_middle, state, u_now);
  when(pointer(u_now) != 0 && hasNoAttachments(u_middle),
    pinMiddle();
    when(u_ok,
      load(u_middle, state, u_theirs);
      u_consumer = pointer(u_theirs);
      load(u_consumer, next, u_now);
      u_ok = (u_now == 0);
      when(u_ok,
        load(u_consumer, upstream, u_now);
        either(onlyForwards(u_now, u_middle), pinConsumer(), u_ok = false));
      either(u_ok, compressPinnedPath(node), unpinMiddle())));
  u_now = 0; u_theirs = 0; u_consumer = 0
}

inline compressPinnedPath(node) {
  exchangeList(u_middle, u_theirs, tags(u_theirs), u_ok);
  either(!u_ok, unpinMiddle(),
    redirect(u_consumer, u_middle, node);
    exchangeMiddle(node);
    either(u_ok, handOn(u_middle, node); remove(u_middle, upstream, POINTER),
      redirect(u_consumer, node, u_middle);
      inherit(u_middle, u_consumer, u_ok);
      assert(u_ok);
      u_ok = false;
      unpinMiddle()));
  unpinConsumer()
}

/* The second exchange of `compressPath`: the consumer replaces the middle node. */
inline exchangeMiddle(node) {
  exchangeAnd(node, state, u_found, address(u_consumer) | tags(u_found), u_ok,
    waiting[node]--; register(node, u_consumer))
}
