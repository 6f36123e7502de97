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

thread(Settler(), settleRoot(P))
thread(Owner(), discardNode(B); drop(B))

init {
  byte w;
  atomic {
    make(P, 0, STOPPABLE, BLOCK, 1);
    makeConsumer(A, P, 0);
    makeConsumer(B, A, 1);
    makeConsumer(C, B, 0);
    select(allShareOne : 0 .. 1);
    start(Owner());
    perhaps(settles = true; start(Settler()))
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  assert(ran[C] && !hasDetached[C]); /* spec 6.1.8: a promise is discarded regardless of its consumers */
  assert(state[P] & SETTLED);
  assert(settles || payload[P] == DISCARDED); /* spec 6.3.5, 6.3.7 */
  release(P);
  assertEnd()
}
