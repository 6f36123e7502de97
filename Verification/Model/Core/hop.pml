/* Hop.swift and Job.swift. A handler that shares a job is resolved like one without a context; the source, to which
 * the delivery refers, may be open by then, as after a handover. */

bit jobIsFirst[NODES + 1] = 1; /* Job.wasRun, by the stage */

/* waitForJob(): the stage waits for its job, which has references to the stage and to the
 * source. For the claimer only. */
inline hop(node, source) {
  d_step { touch(node); assert(payload[node] == HANDLER) };
  remove(node, upstream, POINTER);
  retain(node);
  retain(source);
  unclaim(node, f_ok);
  when(!f_ok, discardClaimed(node));
  f_ok = 0
}

inline isFirst(node, ok) { d_step { ok = jobIsFirst[node]; jobIsFirst[node] = false } }

/* Job.run() */
inline runJob(node, source) {
  isFirst(node, f_ok);
  if
  :: f_ok ->
    claim(node, f_ok);
    when(f_ok, resolve(node, source, d_disposition); settle(node, d_disposition, true))
  :: else
  fi;
  f_ok = 0; d_disposition = 0
}

/* Job.deinit: if a context drops the job, the stage's promise is broken. */
inline endJob(node, source) {
  isFirst(node, f_ok);
  if
  :: f_ok ->
    claim(node, f_ok);
    when(f_ok, detachRoot(node); put(node, BROKEN); settle(node, FAILED_AND_HANDLED, false))
  :: else
  fi;
  f_ok = 0;
  release(node);
  release(source)
}
