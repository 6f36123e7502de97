/* Hop.swift. */

bit jobIsFirst[NODES + 1] = 1; /* Job.isFirst, by the stage */

/* send(_:_:_:), up to the executor: the stage waits for its job, which has references to the stage and to the
 * source. For the claimer only. */
inline hop(node, source) {
  d_step { touch(node); assert(payload[node] == REACTION) };
  remove(node, upstream, POINTER);
  retain(node);
  retain(source);
  unclaim(node, f_ok);
  if
  :: !f_ok -> discardClaimed(node)
  :: else
  fi;
  f_ok = 0
}

inline isFirst(node, ok) { d_step { ok = jobIsFirst[node]; jobIsFirst[node] = false } }

/* Job.run() */
inline runJob(node, source) {
  isFirst(node, f_ok);
  if
  :: f_ok ->
    claim(node, f_ok);
    if
    :: f_ok ->
      react(node, source, d_verdict);
      settle(node, d_verdict, true)
    :: else
    fi
  :: else
  fi;
  f_ok = 0; d_verdict = 0
}

/* Job.deinit: a context that drops the job abandons the stage. */
inline endJob(node, source) {
  isFirst(node, f_ok);
  if
  :: f_ok ->
    claim(node, f_ok);
    if
    :: f_ok -> detachRoot(node); put(node, ABANDONED); settle(node, FAILED_AND_HEARD, false)
    :: else
    fi
  :: else
  fi;
  f_ok = 0;
  release(node);
  release(source)
}
