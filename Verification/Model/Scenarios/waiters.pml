/* A thread lists the consumers of a promise in a search for a cycle, while one of them detaches and the
 * promise is settled. */
#define NODES 3
#define P 1
#define A 2
#define B 3
#define resolve pass
#include "../core.pml"

thread(Settler(), beginSettlingRoot(P, ok); assert(ok); put(P, VALUE); settle(P, FULFILLED, false); release(P))
thread(Detacher(), discardNode(B); release(B))
thread(Searcher(), listWaiters(P); release(P))

search(
  make(P, 0, 0, EMPTY, 2);
  makeConsumer(A, P, 0);
  makeConsumer(B, P, 1);
  start(Settler()); start(Searcher()); start(Detacher()),
  assert(ran[A] && ran[B] != hasDetached[B]))
