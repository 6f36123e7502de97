/* Wait.swift. */

bool isResumed[NODES + 1]; /* the continuation */

inline resume(waiter) { d_step { assert(!isResumed[waiter]); isResumed[waiter] = true } }

/* waitUntilSettled(on:), up to the suspension: the waiter is claimed until the continuation is in it. */
inline suspend(node, waiter) {
  put(waiter, HANDLER);
  unclaim(waiter, f_ok);
  either(f_ok, consume(node, waiter), cancelWait(waiter));
  f_ok = 0
}

/* The code after the suspension: whether the task was canceled. */
inline endWait(waiter) {
  isResumed[waiter];
  d_step { touch(waiter); o_aux = aux[waiter] };
  when(o_aux != 0,
    detachFromSource(waiter, true, l_unused);
    d_step {
      touch(waiter);
      assert((state[waiter] & CLAIMED) && !(state[waiter] & SETTLED));
      state[waiter] = SETTLED
    };
    when(l_unused != 0, add(l_unused); runPropagation()));
  o_aux = 0
}

/* onCancel */
inline cancel(waiter) {
  claimOrRequestDiscard(waiter, f_ok);
  when(f_ok, cancelWait(waiter));
  f_ok = 0
}

inline cancelWait(waiter) {
  d_step { take(waiter, HANDLER); hasDetached[waiter] = true };
  d_step { touch(waiter); aux[waiter] = 1 };
  resume(waiter)
}

/* waiterEntryPoint */
inline wake(waiter, source, disposition) {
  takeHandler(waiter);
  resume(waiter);
  disposition = NOTHING
}
