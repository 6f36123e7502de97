/* Wait.swift. */

bool isResumed[NODES + 1]; /* the continuation */

inline resume(waiter) { d_step { assert(!isResumed[waiter]); isResumed[waiter] = true } }

/* suspend(by:), up to the suspension: the waiter is claimed until the continuation is in it. */
inline suspend(node, waiter) {
  put(waiter, REACTION);
  unclaim(waiter, f_ok);
  if
  :: f_ok -> consume(node, waiter)
  :: else -> cancelWait(waiter)
  fi;
  f_ok = 0
}

/* The code after the suspension: whether the task was canceled. */
inline endWait(waiter) {
  isResumed[waiter];
  d_step { touch(waiter); o_aux = aux[waiter] };
  if
  :: o_aux != 0 ->
    leaveSource(waiter, true, l_deserted);
    d_step {
      touch(waiter);
      assert((state[waiter] & CLAIMED) && !(state[waiter] & SETTLED));
      state[waiter] = SETTLED | HEARD
    };
    if
    :: l_deserted != 0 -> add(l_deserted); runWalk()
    :: else
    fi
  :: else
  fi;
  o_aux = 0
}

/* onCancel */
inline cancel(waiter) {
  claimOrDoom(waiter, f_ok);
  if
  :: f_ok -> cancelWait(waiter)
  :: else
  fi;
  f_ok = 0
}

inline cancelWait(waiter) {
  d_step {
    touch(waiter);
    assert(payload[waiter] == REACTION);
    payload[waiter] = EMPTY; hasLeft[waiter] = true
  };
  d_step { touch(waiter); aux[waiter] = 1 };
  resume(waiter)
}

/* waitStep */
inline wake(waiter, source, verdict) {
  takeReaction(waiter);
  resume(waiter);
  verdict = NOTHING
}
