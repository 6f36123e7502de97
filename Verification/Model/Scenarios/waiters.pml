/* A thread lists the consumers of a promise in a search for a cycle, while one of them detaches and the
 * promise is settled. */
#define NODES 3
#define P 1
#define A 2
#define B 3
#define resolve pass
#include "../core.pml"

proctype Settler() {
  LOCALS; bool ok;
  beginSettlingRoot(P, ok);
  assert(ok);
  put(P, VALUE);
  settle(P, FULFILLED, false);
  release(P);
  finish
}

proctype Detacher() {
  LOCALS;
  discardNode(B);
  release(B);
  finish
}

proctype Searcher() {
  LOCALS;
  listWaiters(P);
  release(P);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, 0, EMPTY, 2);
    make(A, P, DEPENDENT, HANDLER, 0);
    make(B, P, DEPENDENT, HANDLER, 1);
    registerAtStart(P, A);
    registerAtStart(P, B);
    select(allShareOne : 0 .. 1);
    running = 3;
    run Settler(); run Searcher(); run Detacher()
  };
  allAreFinished;
  assert(ran[A] && ran[B] != hasDetached[B]);
  assertEnd(3)
}
