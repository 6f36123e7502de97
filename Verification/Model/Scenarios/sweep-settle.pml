/* Consumers in the middle of a list detach and are swept while the promise is settled. */
#define NODES 5
#define P 1
#define A 2
#define B 3
#define C 4
#define D 5
#define SWEEP_AFTER 2
#define resolve pass
#include "../core.pml"

proctype Settler() {
  LOCALS; bool ok;
  beginSettlingRoot(P, ok);
  assert(ok);
  put(P, VALUE);
  settle(P, FULFILLED, false);
  drop(P);
  finish
}

proctype Detacher(byte consumer) {
  LOCALS;
  discardNode(consumer);
  drop(consumer);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, 0, EMPTY, 1);
    make(A, P, DEPENDENT, HANDLER, 0);
    make(B, P, DEPENDENT, HANDLER, 1);
    make(C, P, DEPENDENT, HANDLER, 1);
    make(D, P, DEPENDENT, HANDLER, 0);
    registerAtStart(P, A);
    registerAtStart(P, B);
    registerAtStart(P, C);
    registerAtStart(P, D);
    select(allShareOne : 0 .. 1);
    running = 3;
    run Settler(); run Detacher(B); run Detacher(C)
  };
  allAreFinished;
  assert(ran[A] && ran[D] && ran[B] != hasDetached[B] && ran[C] != hasDetached[C]);
  assertEnd(5)
}
