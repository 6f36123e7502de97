/* Two consumers of a promise detach while it may be settled. The promise ends with its last consumer, so
 * if it is not settled, it is discarded. */
#define NODES 3
#define P 1
#define A 2
#define B 3
#define resolve pass
#include "../core.pml"

bool settles;

proctype Settler() {
  LOCALS; bool ok;
  beginSettlingRoot(P, ok);
  if
  :: ok -> put(P, VALUE); settle(P, FULFILLED, false)
  :: else
  fi;
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
    make(P, 0, DEPENDENT, EMPTY, 1);
    make(A, P, DEPENDENT, HANDLER, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    registerAtStart(P, A);
    registerAtStart(P, B);
    select(allShareOne : 0 .. 1);
    running = 2;
    run Detacher(A); run Detacher(B);
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  assert(state[P] & SETTLED);
  assert(settles || payload[P] == DISCARDED); /* spec 6.3.5 */
  release(P);
  assertEnd(3)
}
