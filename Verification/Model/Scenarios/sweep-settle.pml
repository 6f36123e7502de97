/* Consumers in the middle of a list detach and are swept while the promise is settled. */
#define NODES 5
#define P 1
#define A 2
#define B 3
#define C 4
#define D 5
#define resolve pass
#include "../core.pml"

thread(Settler(), beginSettlingRoot(P, ok); assert(ok); put(P, VALUE); settle(P, FULFILLED, false); drop(P))
thread(Detacher(byte consumer), discardNode(consumer); drop(consumer))

search(
  make(P, 0, 0, EMPTY, 1);
  makeConsumer(A, P, 0);
  makeConsumer(B, P, 1);
  makeConsumer(C, P, 1);
  makeConsumer(D, P, 0);
  start(Settler()); start(Detacher(B)); start(Detacher(C)),
  assert(ran[A] && ran[D] && ran[B] != hasDetached[B] && ran[C] != hasDetached[C]))
