/* Detachment.swift; `markEdited` of NodeState.swift. */

/* The number of detached consumers after which a list is swept; 32 in the library. */
#define SWEEP_AFTER 2

/* `aux` of a pending node: the number of consumers that detached since the last sweep, the number of live
 * entries after it, whether any consumer has detached, and whether the last one did so after the deinit
 * began. */
#define DETACHED_COUNT 15
#define LIVE_SHIFT 4
#define DETACHED_MARK 256
#define UNRETAINED_MARK 512

#ifdef BUG_CLEARS_UPSTREAM_FIRST
#define clearFirst(node) remove(node, upstream, POINTER);
#define hasChanged(now, source) false
#else
#define clearFirst(node)
#define hasChanged(now, source) (pointer(now) != source)
#endif

/* Detaches from the source; for the claimer only. `unused` is the source, claimed and retained for the
 * caller, if it has no consumers left. */
inline detachFromSource(node, endsSource, unused) {
  unused = 0;
  do
  :: load(node, upstream, l_word);
    clearFirst(node)
    l_word = pointer(l_word);
    when(l_word == 0, break);
    lock(l_word);
    load(node, upstream, l_now);
    if
    :: hasChanged(l_now, l_word) -> unlock(l_word)
    :: else ->
      remove(node, upstream, POINTER);
      didDetachConsumer(l_word, endsSource, unused);
      unlock(l_word);
      releaseList(o_dead);
      /* The retained source, unless it is claimed. */
      when(o_retained != 0, either(unused, unused = o_retained, dropSource(o_retained)));
      o_retained = 0; o_dead = 0;
      break
    fi
  od;
  l_word = 0; l_now = 0
}

/* Under the stripe of `source`, which may be in its deinit. `isClaimed`: whether the source was claimed for lack of
 * consumers. Each iteration of `claimIfUnused` begins with `popDead`. */
inline didDetachConsumer(source, endsSource, isClaimed) {
  markEdited(source, o_ok);
  when(o_ok, d_step { touch(source); aux[source] = (aux[source] + 1) | DETACHED_MARK });
  do
  :: o_found & SETTLED -> break
  :: else ->
    popDead(source);
    when(!o_isEmpty, break);
    when(o_retained == 0, retainUnused(source, endsSource));
    when(o_retained == 0, break);
    claimIfUnused(source, isClaimed);
    when(o_ok, break)
  od;
  o_found = 0; o_flags = 0; o_ok = 0; o_isEmpty = 0
}

#ifdef BUG_UNRETAINED_MARK_NOT_SET
#define markUnretained(source) skip
#else
#define markUnretained(source) d_step { touch(source); aux[source] = DETACHED_MARK | UNRETAINED_MARK }
#endif

/* Retains a source that ends with its last consumer, unless it is in its deinit, which then reads the mark. */
inline retainUnused(source, endsSource) {
  load(source, upstream, o_flags);
  when(endsSource && !(o_flags & SHARED) && (o_flags & (DEPENDENT | STOPPABLE)),
    tryRetain(source, o_ok);
    either(o_ok, o_retained = source, markUnretained(source)))
}

/* `ok` is false if the node is settled. */
inline markEdited(node, ok) {
  load(node, state, o_found);
  do
  :: o_found & (SETTLED | EDITED) -> break
  :: else ->
    exchange(node, state, o_found, o_found | EDITED, o_ok);
    when(o_ok, o_found = o_found | EDITED)
  od;
  ok = !(o_found & SETTLED)
}

/* Removes dead entries from the newest end up to a live one, and then sweeps. */
inline popDead(source) {
  o_isEmpty = true;
  do
  :: pointer(o_found) == 0 ->
    d_step { touch(source); aux[source] = DETACHED_MARK };
    break
  :: else ->
    o_head = pointer(o_found);
    load(o_head, upstream, o_entry);
    when(pointer(o_entry) != 0, sweep(source, o_head); o_isEmpty = false; break);
    load(o_head, next, o_next);
    o_flags = o_found;
    exchange(source, state, o_found, address(o_next) | tags(o_found), o_ok);
    when(!o_ok && (o_found & SETTLED), o_isEmpty = false; break);
    when(o_ok,
      d_step {
        waiting[source]--;
        next[o_head] = o_dead; o_dead = o_head;
        o_found = address(o_next) | tags(o_flags)
      })
  od;
  o_head = 0; o_next = 0; o_entry = 0; o_flags = 0
}

/* Removes dead entries from the middle once enough consumers have detached. */
inline sweep(source, head) {
  d_step { touch(source); o_aux = aux[source] };
  o_live = (o_aux & ~DETACHED_MARK) >> LIVE_SHIFT;
  when((o_aux & DETACHED_COUNT) >= SWEEP_AFTER && (o_aux & DETACHED_COUNT) * 2 >= o_live,
    o_kept = head;
    o_live = 1;
    do
    :: load(o_kept, next, o_entry);
      when(o_entry == 0, break);
      load(o_entry, upstream, o_next);
      either(pointer(o_next) != 0, o_kept = o_entry; o_live++,
        load(o_entry, next, o_next);
        d_step {
          next[o_kept] = o_next;
          waiting[source]--;
          next[o_entry] = o_dead; o_dead = o_entry
        })
    od;
    o_next = 0;
    d_step { touch(source); aux[source] = (o_live << LIVE_SHIFT) | DETACHED_MARK });
  o_aux = 0; o_live = 0; o_kept = 0; o_entry = 0; o_next = 0
}

/* Spec 6.3.6: a node that is claimed for lack of consumers has none. A later consumer finds it claimed; an
 * earlier one is in the list. */
inline assertUnused(node) { assert(pointer(o_found) == 0) }

/* An iteration of `claimIfUnused`: claims the node, which has no consumers left, or requests a discard if
 * its handler is running. `o_ok`: whether the loop ends. */
inline claimIfUnused(node, isClaimed) {
  o_ok = false;
  if
  :: isPinned(o_found) -> waitWhilePinned(node, o_found)
  :: !(o_found & (CLAIMED | DISCARD_REQUESTED)) ->
#ifdef BUG_CLAIM_IGNORES_NEW_CONSUMER
    insert(node, state, CLAIMED);
    o_ok = true;
    o_found = state[node];
#else
    exchange(node, state, o_found, o_found | CLAIMED, o_ok);
#endif
    when(o_ok, assertUnused(node); isClaimed = true)
  :: (o_found & CLAIMED) && (o_found & DISCARD_REQUESTED) -> o_ok = true
  :: (o_found & CLAIMED) && !(o_found & DISCARD_REQUESTED) ->
    exchange(node, state, o_found, o_found | DISCARD_REQUESTED, o_ok)
  fi;
#ifdef BUG_UNLISTED_CONSUMER_COUNTS
  when(!o_ok && pointer(o_found) != 0, o_ok = true)
#endif
}

/* Node.releaseList: without holding a lock. */
inline releaseList(list) {
  do
  :: list != 0 ->
    load(list, next, l_now);
    release(list);
    list = l_now
  :: else -> break
  od;
  l_now = 0
}
