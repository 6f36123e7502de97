/* M, a consumer of Q, becomes a dependency of P. P is settled or discarded while another thread searches for a
 * cycle among the consumers of Q. It reaches P through M, and may release P last. */
#define NODES 3
#define P 1
#define Q 2
#define M 3
#define endDependency endDependencyNow
#define detachDependency detachDependencyNow
#define resolve observe
#include "../core.pml"

proctype Combiner() {
  LOCALS;
  addDependency(P, M);
  release(P);
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

proctype Searcher() {
  LOCALS;
  listWaiters(Q);
  release(Q);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, DEPENDENT, EMPTY, 2);
    make(Q, 0, DEPENDENT, EMPTY, 2);
    make(M, Q, 0, HANDLER, 1); /* the reference of the table */
    registerAtStart(Q, M);
    select(allShareOne : 0 .. 1);
    running = 3;
    run Combiner(); run Searcher();
    if
    :: run Settler()
    :: run Owner()
    fi
  };
  allAreFinished;
  assert(ran[M] != hasDetached[M]);
  assert(outcome[Q] == DISCARDED);
  release(Q);
  assertEnd(3)
}
