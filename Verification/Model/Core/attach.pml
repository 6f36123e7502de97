/* Attach.swift; `markHandled` of NodeState.swift. */

/* Whether the node is pending, or a thread is delivering from it, so that a consumer joins the list. */
#ifdef BUG_ATTACH_IGNORES_DRAINING
#define isServed(word) (!((word) & SETTLED))
#else
#define isServed(word) (((word) & (SETTLED | DRAINING)) != SETTLED)
#endif

#ifdef BUG_DEFERRED_COUNTS_AS_OPEN
#define isOpenWord(word) (!isServed(word))
#else
#define isOpenWord(word) (!isServed(word) && pointer(word) == 0)
#endif

#define takesOver(word) (!isServed(word) && !isAtLimit)

/* `ok` is false if the caller has to deliver: the node is open, and the thread is not at the limit. */
inline attach(node, consumer, ok) {
  d_step { touch(node); a_found = state[node]; a_ok = false; assertInOrder(node) };
  /* The fast path, which relies on the consumer's `next` being zero. */
  when(a_found == 0, retain(consumer); push(node, consumer); when(!a_ok, release(consumer)));
  do
  :: a_ok || (isOpenWord(a_found) && !isAtLimit) -> break
  :: else ->
    d_step { touch(consumer); next[consumer] = pointer(a_found) };
    retain(consumer);
    push(node, consumer);
    either(!a_ok, release(consumer), didAttach(node))
  od;
  ok = a_ok;
  a_found = 0; a_ok = 0
}

/* The exchange of `attach`, which gives the consumer its ticket. */
inline push(node, consumer) {
  d_step {
    touch(node);
    if
    :: state[node] == a_found ->
      state[node] = address(consumer) | tags(a_found);
      a_ok = true;
      register(node, consumer);
      when(takesOver(a_found), state[node] = state[node] | DRAINING; beginDelivering(node))
    :: else -> a_found = state[node]; assertInOrder(node)
    fi
  }
}

/* The actions after a registration that found `a_found`. */
inline didAttach(node) {
  if
  :: takesOver(a_found) -> continueDelivery(node)
  :: (a_found & SETTLED) && !(a_found & DRAINING) && isAtLimit -> deferDelivery(node)
  :: else
  fi
}

/* Spec 3.2.1: a thread that finds the node open, and so delivers immediately, overtakes no handler: all
 * handlers registered earlier have been started and have returned. */
inline assertInOrder(node) {
  assert(!isOpenWord(a_found) || (waiting[node] == 0 && aux[node] == 0))
}

inline register(node, consumer) {
  waiting[node]++; tickets[node]++; ticket[consumer] = tickets[node]
}

inline markHandled(node) {
  d_step {
    touch(node);
    when((state[node] & (SETTLED | REJECTED | HANDLED)) == (SETTLED | REJECTED), state[node] = state[node] | HANDLED)
  }
}

/* `consume(by:)`, and `deliver(to:)` for a consumer that finds the node open. */
inline consume(node, consumer) {
  attach(node, consumer, d_ok);
  when(!d_ok, deliverTo(node, consumer))
}

inline deliverTo(node, consumer) {
  begin(consumer, node, d_ok);
  when(d_ok,
    resolve(consumer, node, d_disposition);
    markHandled(node);
    when(isOutcome(d_disposition), settle(consumer, d_disposition, true)))
}
