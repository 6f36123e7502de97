/* Attachments.swift, OnDiscard.swift, EndAttachments.swift. */

/* addDependencies(_:) with one consumer. */
inline addDependency(node, consumer) {
  /* `aux` of the consumer is the promise that it belongs to. */
  d_step { touch(consumer); aux[consumer] = node };
  lock(node);
  markEdited(node, o_ok);
  when(o_ok, d_step { assert(dependencies[node] == 0); hasEntry[node] = true; dependencies[node] = consumer });
  unlock(node);
  when(!o_ok, releaseDependency(consumer));
  o_ok = 0; o_found = 0
}

/* releaseDependencies: a separate discard, which begins with a consumer that is not a promise. Inlines cannot
 * call themselves, so a source without other consumers must be a root, which is asserted. */
inline releaseDependency(consumer) {
  claimOrRequestDiscard(consumer, w_ok);
  when(w_ok, w_ok = false; detachFromSource(consumer, true, l_unused));
  when(l_unused != 0, assert(pointer(upstream[l_unused]) == 0); vacate(l_unused, true));
  endDetached(consumer);
  release(consumer);
  when(l_unused != 0,
    put(l_unused, DISCARDED);
    publish(l_unused, FAILED_AND_HANDLED, false, true, e_list);
    assert(e_dependency == 0);
    when(e_list != 0, deliver(l_unused, e_list));
    release(l_unused);
    l_unused = 0; e_list = 0)
}

/* Takes the attachments of a settled node, and waits for threads that edit the list. */
inline takeLastAttachments(node) {
  lock(node);
  d_step {
    touch(node);
    e_hasDetached = (aux[node] & DETACHED_MARK) != 0; aux[node] = 0; /* from now on, used by the delivery */
    e_dependency = dependencies[node]; e_stop = stops[node];
    hasEntry[node] = false; dependencies[node] = 0; stops[node] = false
  };
  unlock(node);
  when(e_hasDetached, markHandled(node));
  e_hasDetached = 0
}

/* end(_:) for `e_dependency`: the dependency detaches, and a source without other consumers is discarded. */
inline endDependencyNow() {
  e_consumer = e_dependency; e_dependency = 0; e_stop = 0;
  releaseDependency(e_consumer);
  e_consumer = 0
}

#if defined(BUG_EDITS_END_WITH_ATTACHMENTS)
#define endsEdits(node) true
#elif defined(BUG_EDITS_END_WITH_DISPOSALS)
#define endsEdits(node) (aux[node] == 0)
#else
#define endsEdits(node) (aux[node] == 0 && !hasDisposals(node))
#endif

/* The claimer of a node takes its attachments, and waits for threads that edit the list. */
inline takeAttachments(node, dependency) {
  load(node, state, dependency);
  either(!(dependency & EDITED), dependency = 0,
    lock(node);
    d_step {
      touch(node);
      dependency = dependencies[node];
      hasEntry[node] = false; dependencies[node] = 0; stops[node] = false
    };
    when(endsEdits(node), remove(node, state, EDITED));
    unlock(node))
}

/* Occupancy.swift: puts a discard block into the payload of a bare root. */
inline occupy(node, ok) {
  pin(node, ok);
  when(ok,
    either((upstream[node] & ~SHARED) == 0, put(node, BLOCK); insert(node, upstream, STOPPABLE), ok = false);
    unpin(node))
}
