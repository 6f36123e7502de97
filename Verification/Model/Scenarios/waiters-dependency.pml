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

thread(Combiner(), addDependency(P, M); release(P))
thread(Settler(), settleDirectly(P); release(P))
thread(Owner(), discardNode(P); release(P))
thread(Searcher(), listWaiters(Q); release(Q))

init {
  byte w;
  atomic {
    make(P, 0, DEPENDENT, EMPTY, 2);
    make(Q, 0, DEPENDENT, EMPTY, 2);
    make(M, Q, 0, HANDLER, 1); /* the reference of the table */
    registerAtStart(Q, M);
    select(allShareOne : 0 .. 1);
    start(Combiner()); start(Searcher());
    if :: start(Settler()) :: start(Owner()) fi
  };
  allAreFinished;
  assert(ran[M] != hasDetached[M]);
  assert(outcome[Q] == DISCARDED);
  release(Q);
  assertEnd()
}
