/* M, a consumer of Q, becomes a dependency of P. P is settled or discarded while Q may be settled. In every case, M
 * has detached or has run, and Q is not left pending without consumers. */
#define NODES 3
#define P 1
#define Q 2
#define M 3
#define endDependency endDependencyNow
#define detachDependency detachDependencyNow
#define resolve observe
#include "../core.pml"

bool settles;

proctype Combiner() {
  LOCALS;
  addDependency(P, M);
  finish
}

proctype Settler() {
  LOCALS; bool ok;
  beginSettling(P, ok);
  if
  :: ok -> put(P, VALUE); settle(P, FULFILLED, false)
  :: else
  fi;
  release(P);
  finish
}

proctype Owner() {
  LOCALS;
  discardNode(P);
  release(P);
  finish
}

proctype Source() {
  LOCALS; bool ok;
  beginSettlingRoot(Q, ok);
  if
  :: ok -> put(Q, VALUE); settle(Q, FULFILLED, false)
  :: else
  fi;
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, DEPENDENT, EMPTY, 2);
    make(Q, 0, DEPENDENT, EMPTY, 1);
    make(M, Q, DEPENDENT, HANDLER, 1); /* the reference of the table */
    registerAtStart(Q, M);
    select(allShareOne : 0 .. 1);
    running = 2;
    run Combiner();
    if
    :: run Settler()
    :: run Owner()
    fi;
    if
    :: settles = true; running++; run Source()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[M] != hasDetached[M]);
  assert(state[Q] & SETTLED && (settles || outcome[Q] == DISCARDED));
  release(Q);
  release(P);
  assertEnd(3)
}
