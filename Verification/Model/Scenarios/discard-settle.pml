/* A is a stage of the promise P, B a stage of A, and C a stage of B. B is discarded, which propagates up to P,
 * while P may be settled, which propagates down. */
#define NODES 4
#define P 1
#define A 2
#define B 3
#define C 4
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

proctype Owner() {
  LOCALS;
  discardNode(B);
  drop(B);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, STOPPABLE, BLOCK, 1);
    make(A, P, DEPENDENT, HANDLER, 0);
    make(B, A, DEPENDENT, HANDLER, 1);
    make(C, B, DEPENDENT, HANDLER, 0);
    registerAtStart(P, A);
    registerAtStart(A, B);
    registerAtStart(B, C);
    select(allShareOne : 0 .. 1);
    running = 1;
    run Owner();
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  assert(ran[C] && !hasDetached[C]); /* spec 6.1.8: a promise is discarded regardless of its consumers */
  assert(state[P] & SETTLED);
  assert(settles || payload[P] == DISCARDED); /* spec 6.3.5, 6.3.7 */
  release(P);
  assertEnd(4)
}
