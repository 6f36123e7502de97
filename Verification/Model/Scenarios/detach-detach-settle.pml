/* Two consumers of a promise detach while it may be settled. The promise ends with its last consumer, so
 * if it is not settled, it is discarded. */
#define NODES 3
#define P 1
#define A 2
#define B 3
#define resolve pass
#include "../core.pml"

bool settles;

thread(Settler(), settleRoot(P))
thread(Detacher(byte consumer), discardNode(consumer); drop(consumer))

init {
  byte w;
  atomic {
    make(P, 0, DEPENDENT, EMPTY, 1);
    makeConsumer(A, P, 1);
    makeConsumer(B, P, 1);
    select(allShareOne : 0 .. 1);
    start(Detacher(A)); start(Detacher(B));
    perhaps(settles = true; start(Settler()))
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  assert(state[P] & SETTLED);
  assert(settles || payload[P] == DISCARDED); /* spec 6.3.5 */
  release(P);
  assertEnd()
}
