/* M, a consumer of Q, becomes a dependency of P. P is settled or discarded while Q may be settled, or another thread
 * searches for a cycle among the consumers of Q; it reaches P through M, and may release P last. In every case, M
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

thread(Combiner(), addDependency(P, M); release(P))
thread(Settler(), settleDirectly(P); release(P))
thread(Owner(), discardNode(P); release(P))
thread(Source(), settleRoot(Q))
thread(Searcher(), listWaiters(Q); release(Q))

search(
  make(P, 0, DEPENDENT, EMPTY, 2);
  make(Q, 0, DEPENDENT, EMPTY, 1);
  make(M, Q, 0, HANDLER, 1); /* the reference of the table */
  registerAtStart(Q, M);
  start(Combiner());
  if :: start(Settler()) :: start(Owner()) fi;
  if :: settles = true; start(Source()) :: references[Q]++; start(Searcher()) :: true fi,
  assert(ran[M] != hasDetached[M]);
  assert(state[Q] & SETTLED && (settles || outcome[Q] == DISCARDED));
  release(Q))
