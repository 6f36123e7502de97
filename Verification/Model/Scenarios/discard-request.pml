/* A stage is discarded while its handler runs, and its only consumer detaches. If the discard came first, it
 * replaces the handler's result. */
#define NODES 3
#define P 1
#define S 2
#define C 3
#define resolve pass
#include "../core.pml"

bool isStillPending; /* S, after the discard: its handler was running */

/* Delivers to S, whose handler runs in the process. */
proctype Settler() {
  LOCALS; bool ok;
  beginSettlingRoot(P, ok);
  put(P, VALUE);
  settle(P, FULFILLED, false);
  release(P);
  finish
}

proctype Owner() {
  LOCALS;
  discardNode(S);
  isStillPending = !(state[S] & SETTLED);
  release(S);
  finish
}

proctype Detacher() {
  LOCALS;
  discardNode(C);
  release(C);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, 0, EMPTY, 1);
    make(S, P, DEPENDENT, HANDLER, 1);
    make(C, S, DEPENDENT, HANDLER, 1);
    registerAtStart(P, S);
    registerAtStart(S, C);
    select(allShareOne : 0 .. 1);
    running = 3;
    run Settler(); run Owner(); run Detacher()
  };
  allAreFinished;
  assert(!isStillPending || outcome[S] == DISCARDED); /* spec 6.4.1 */
  assert(ran[C] != hasDetached[C] && ran[S] != hasDetached[S]);
  assertEnd(3)
}
