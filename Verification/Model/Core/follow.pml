/* Follow.swift. */

/* A search that misses the link is followed by one that finds it, if each comes after the registration. */
#ifdef BUG_CYCLE_SEARCH_FIRST
#define breaksBefore(search) search;
#define breaksAfter(search) skip
#else
#define breaksBefore(search)
#define breaksAfter(search) search
#endif

/* Makes a stage whose handler has returned `inner` settle like it; for the claimer only. */
inline follow(node, inner, disposition) {
  assert(node != inner); /* no scenario has a cycle of one */
  load(inner, state, f_found);
  if
  :: isOpenNow(f_found) -> markHandled(inner); forward(node, inner, disposition)
  :: else ->
    disposition = NOTHING;
    splice(node, inner, f_ok);
    when(!f_ok,
      waitFor(node, inner);
      breaksBefore(breakCycle(node, inner, 0))
      unclaim(node, f_ok);
      either(!f_ok, discardClaimed(node),
        attach(inner, node, f_ok);
        either(f_ok, breaksAfter(breakCycle(node, inner, 0)),
          begin(node, inner, f_ok);
          when(f_ok, forward(node, inner, disposition)))))
  fi;
  f_found = 0; f_ok = 0
}

/* The entry point of a stage that settles like its source. */
inline forward(node, source, disposition) {
#ifdef DISPOSALS
  takeFrom(node, source, true);
#endif
  copyOutcome(node, source, disposition)
}

inline copyOutcome(node, source, disposition) {
  d_step {
    touch(node); touch(source);
    assert(payload[node] == EMPTY);
    assert((state[source] & SETTLED) && holdsOutcome(source));
    payload[node] = payload[source];
    disposition = (state[source] & REJECTED -> FAILED : FULFILLED)
  }
}

/* wait(for:): names a new source, in one step so that no thread sees an intermediate state. */
inline waitFor(node, source) {
#ifndef BUG_NEXT_NOT_CLEARED
  d_step { touch(node); next[node] = 0 };
#endif
  load(node, upstream, f_found);
  do
  :: exchange(node, upstream, f_found,
       address(source) | tags(f_found) | DEPENDENT | FORWARDING, f_ok);
    when(f_ok, break)
  od;
  f_found = 0; f_ok = 0
}
