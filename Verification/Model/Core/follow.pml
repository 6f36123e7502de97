/* Follow.swift. */

/* Makes a stage whose handler has returned `inner` settle like it; for the claimer only. */
inline follow(node, inner, verdict) {
  if
  :: node == inner -> put(node, CYCLE); verdict = FAILED
  :: else ->
    load(inner, state, f_found);
    if
    :: isOpenNow(f_found) -> hear(inner); forward(node, inner, verdict)
    :: else ->
      splice(node, inner, f_ok);
      if
      :: f_ok -> verdict = NOTHING
      :: else ->
        waitFor(node, inner);
#ifdef BUG_CYCLE_LOOKS_FIRST
        breakCycle(node, inner, 0);
#endif
        unclaim(node, f_ok);
        if
        :: !f_ok -> discardClaimed(node); verdict = NOTHING
        :: else ->
          attach(inner, node, f_ok);
          if
          :: f_ok ->
#ifndef BUG_CYCLE_LOOKS_FIRST
            breakCycle(node, inner, 0);
#endif
            verdict = NOTHING
          :: else ->
            begin(node, inner, f_ok);
            if
            :: f_ok -> forward(node, inner, verdict)
            :: else -> verdict = NOTHING
            fi
          fi
        fi
      fi
    fi
  fi;
  f_found = 0; f_ok = 0
}

/* The entry point of a stage that settles like its source. */
inline forward(node, source, verdict) {
  d_step {
    touch(node); touch(source);
    assert(payload[node] == EMPTY);
    assert((state[source] & SETTLED) && holdsOutcome(source));
    payload[node] = payload[source];
    verdict = (state[source] & REJECTED -> FAILED : FULFILLED)
  }
}

/* wait(for:): names a new source, in one step so that no thread sees an intermediate state. */
inline waitFor(node, source) {
#ifndef BUG_NEXT_IS_KEPT
  d_step { touch(node); next[node] = 0 };
#endif
  load(node, upstream, f_found);
  do
  :: exchange(node, upstream, f_found,
       address(source) | tags(f_found) | DEPENDENT | FORWARDING, f_ok);
    if
    :: f_ok -> break
    :: else
    fi
  od;
  f_found = 0; f_ok = 0
}
