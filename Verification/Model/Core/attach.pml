/* Attach.swift. */

#ifdef BUG_ATTACH_IGNORES_DRAINING
#define isOpenWord(word) ((word) & SETTLED)
#else
#define isOpenWord(word) (((word) & (SETTLED | DRAINING)) == SETTLED)
#endif

/* Answers no if the node is settled and nobody is delivering. */
inline attach(node, consumer, ok) {
  d_step { touch(node); a_found = state[node]; a_ok = false; assertInOrder(node) };
  if
  :: a_found == 0 -> /* the short way, which counts on the consumer's `next` being zero */
    retain(consumer);
    push(node, consumer);
    if
    :: !a_ok -> release(consumer)
    :: else
    fi
  :: else
  fi;
  do
  :: a_ok -> ok = true; break
  :: !a_ok && isOpenWord(a_found) && !isAtLimit -> ok = false; break
  :: !a_ok && (!isOpenWord(a_found) || isAtLimit) ->
    d_step { touch(consumer); next[consumer] = pointer(a_found) };
    retain(consumer);
    push(node, consumer);
    if
    :: !a_ok -> release(consumer)
    :: a_ok && isOpenWord(a_found) -> putOff(node)
    :: a_ok && !(a_found & SETTLED) -> startIfLazy(node)
    :: else
    fi
  od;
  a_found = 0; a_ok = 0
}

/* The exchange of `attach`, which gives the consumer its ticket. */
inline push(node, consumer) {
  d_step {
    touch(node);
    if
    :: state[node] == a_found ->
      state[node] = address(consumer) | tags(a_found) | (isOpenWord(a_found) -> DRAINING : 0);
      a_ok = true;
      register(node, consumer)
    :: else -> a_found = state[node]; assertInOrder(node)
    fi
  }
}

/* Spec 3.2.1: who finds the node open, and so delivers at once, overtakes nobody: all handlers that
 * were registered earlier have been started and have returned. */
inline assertInOrder(node) { assert(!isOpenWord(a_found) || waiting[node] == 0) }

/* Attachments.takeStart and Lazy.startOnce: begins the work, if a consumer is the first. */
inline startIfLazy(node) {
#ifdef IS_LAZY
  load(node, upstream, a_found);
  if
  :: pointer(a_found) == 0 && (a_found & LAZY) ->
    lock(node);
    d_step {
      touch(node);
      a_found = start[node];
      start[node] = false
    };
    unlock(node);
    if
    :: a_found -> startWork(node)
    :: else
    fi
  :: else
  fi
#else
  skip /* A stage that has left its source may look lazy, too, and finds nothing to start. */
#endif
}

inline register(node, consumer) {
  waiting[node]++; tickets[node]++; ticket[consumer] = tickets[node]
}

inline hear(node) {
  d_step {
    touch(node);
    if
    :: (state[node] & (SETTLED | REJECTED | HEARD)) == (SETTLED | REJECTED) ->
      state[node] = state[node] | HEARD
    :: else
    fi
  }
}

/* `consume(by:)`, and `deliver(to:)` for who finds the node open. */
inline consume(node, consumer) {
  attach(node, consumer, d_ok);
  if
  :: !d_ok -> deliverTo(node, consumer)
  :: else
  fi
}

inline deliverTo(node, consumer) {
  begin(consumer, node, d_ok);
  if
  :: d_ok ->
    react(consumer, node, d_verdict);
    hear(node);
    if
    :: isOutcome(d_verdict) -> settle(consumer, d_verdict, true)
    :: else
    fi
  :: else
  fi
}
