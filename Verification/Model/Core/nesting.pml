/* Nesting.swift: whether a thread has reached the limit of nested handlers, and what it does with a settled
 * node then. */

#ifdef NESTS
#define DEFERS
#define isAtLimit atLimit
#define NESTING_LOCALS ; bool atLimit; byte deferred

/* Queues a settled node until the outermost handler returns, unless it is already last in the queue. A
 * scenario needs only one. */
inline deferDelivery(node) {
  d_step {
    touch(node);
    assert(deferred == 0 || deferred == node);
    when(deferred == 0, references[node]++; deferred = node)
  }
}

/* The outermost handler returns. */
inline runDeferredAtEnd() {
  atLimit = false;
  when(deferred != 0,
    takeOver(deferred, d_ok);
    when(d_ok, continueDelivery(deferred));
    release(deferred);
    deferred = 0; d_ok = 0)
}
#else
#define isAtLimit false
#define NESTING_LOCALS
#define deferDelivery(node) assert(false)
#endif

#ifdef HANDS_OVER
#define DEFERS
#endif

/* Without NESTS and HANDS_OVER, no node is deferred. */
#ifndef DEFERS
#define continueDelivery(node) assert(false)
#endif
