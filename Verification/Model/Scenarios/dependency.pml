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

thread(Combiner(), addDependency(P, M))
thread(Settler(), settleDirectly(P); release(P))
thread(Owner(), discardNode(P); release(P))
thread(Source(), settleRoot(Q))

init {
  byte w;
  atomic {
    make(P, 0, DEPENDENT, EMPTY, 2);
    make(Q, 0, DEPENDENT, EMPTY, 1);
    make(M, Q, DEPENDENT, HANDLER, 1); /* the reference of the table */
    registerAtStart(Q, M);
    select(allShareOne : 0 .. 1);
    start(Combiner());
    if :: start(Settler()) :: start(Owner()) fi;
    perhaps(settles = true; start(Source()))
  };
  allAreFinished;
  assert(ran[M] != hasDetached[M]);
  assert(state[Q] & SETTLED && (settles || outcome[Q] == DISCARDED));
  release(Q);
  release(P);
  assertEnd()
}
