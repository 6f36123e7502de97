/* Detachment.swift. */

/* The number of detached consumers after which a list is swept; 32 in the library. */
#ifndef SWEEP_AFTER
#define SWEEP_AFTER 2
#endif

/* `aux` of a pending node: the number of consumers that detached since the last sweep, the number of live
 * entries after it, whether any consumer has detached, and whether the last one did so after the deinit
 * began. */
#define DETACHED_COUNT 15
#define LIVE_SHIFT 4
#define DETACHED_MARK 256
#define UNRETAINED_MARK 512

/* Detaches from the source; for the claimer only. `unused` is the source, claimed and retained for the
 * caller, if it has no consumers left. */
inline detachFromSource(node, endsSource, unused) {
  unused = 0;
  do
  :: load(node, upstream, l_word);
#ifdef BUG_CLEARS_UPSTREAM_FIRST
    remove(node, upstream, POINTER);
#endif
    l_word = pointer(l_word);
    if
    :: l_word == 0 -> break
    :: else ->
      lock(l_word);
      load(node, upstream, l_now);
      if
#ifdef BUG_CLEARS_UPSTREAM_FIRST
      :: false -> unlock(l_word)
#else
      :: pointer(l_now) != l_word -> unlock(l_word)
#endif
      :: else ->
        remove(node, upstream, POINTER);
        didDetachConsumer(l_word, endsSource, unused);
        unlock(l_word);
        releaseList(o_dead);
        /* The retained source, unless it is claimed. */
        if
        :: o_retained != 0 && !unused -> dropSource(o_retained)
        :: o_retained != 0 && unused -> unused = o_retained
        :: else
        fi;
        o_retained = 0; o_dead = 0;
        break
      fi
    fi
  od;
  l_word = 0; l_now = 0
}

/* Records that a consumer has been marked as detached; under the stripe of `source`, which may be in its
 * deinit. `isClaimed`: whether the source was claimed for lack of consumers. Each iteration of
 * `claimIfUnused` begins with `popDead`; the call at the start of didDetachConsumer is that of the first
 * iteration here. */
inline didDetachConsumer(source, endsSource, isClaimed) {
  markEdited(source, o_ok);
  if
  :: o_ok ->
    d_step { touch(source); aux[source] = (aux[source] + 1) | DETACHED_MARK };
    do
    :: o_found & SETTLED -> break
    :: else ->
      popDead(source);
      if
      :: !o_isEmpty -> break
      :: o_isEmpty && o_retained == 0 ->
        load(source, upstream, o_flags);
        if
        :: endsSource && !(o_flags & SHARED) && (o_flags & (DEPENDENT | STOPPABLE)) ->
          tryRetain(source, o_ok);
          if
          :: o_ok -> o_retained = source
          :: else ->
#ifndef BUG_UNRETAINED_MARK_NOT_SET
            d_step { touch(source); aux[source] = DETACHED_MARK | UNRETAINED_MARK };
#endif
            break
          fi
        :: else -> break
        fi
      :: else
      fi;
      claimIfUnused(source, isClaimed);
      when(o_ok, break)
    od
  :: else
  fi;
  o_found = 0; o_flags = 0; o_ok = 0; o_isEmpty = 0
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
    if
    :: pointer(o_entry) != 0 ->
      sweep(source, o_head);
      o_isEmpty = false;
      break
    :: else ->
      load(o_head, next, o_next);
      o_flags = o_found;
      exchange(source, state, o_found, address(o_next) | tags(o_found), o_ok);
      if
      :: o_ok ->
        d_step {
          waiting[source]--;
          next[o_head] = o_dead; o_dead = o_head;
          o_found = address(o_next) | tags(o_flags)
        }
      :: !o_ok && (o_found & SETTLED) -> o_isEmpty = false; break
      :: else
      fi
    fi
  od;
  o_head = 0; o_next = 0; o_entry = 0; o_flags = 0
}

/* Removes dead entries from the middle once enough consumers have detached. */
inline sweep(source, head) {
  d_step { touch(source); o_aux = aux[source] };
  o_live = (o_aux & ~DETACHED_MARK) >> LIVE_SHIFT;
  if
  :: (o_aux & DETACHED_COUNT) >= SWEEP_AFTER && (o_aux & DETACHED_COUNT) * 2 >= o_live ->
    o_kept = head;
    o_live = 1;
    do
    :: load(o_kept, next, o_entry);
      if
      :: o_entry == 0 -> break
      :: else ->
        load(o_entry, upstream, o_next);
        if
        :: pointer(o_next) == 0 ->
          load(o_entry, next, o_next);
          d_step {
            next[o_kept] = o_next;
            waiting[source]--;
            next[o_entry] = o_dead; o_dead = o_entry
          }
        :: else -> o_kept = o_entry; o_live++
        fi
      fi
    od;
    o_next = 0;
    d_step { touch(source); aux[source] = (o_live << LIVE_SHIFT) | DETACHED_MARK }
  :: else
  fi;
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
