/* S has one consumer, MIDDLE, a forwarder to a stage that is not one, so it is examined but not removed
 * when the handler of S returns INNER. Concurrently, a thread with a weak reference to MIDDLE discards it,
 * and INNER may be settled. */
#define NODES 4
#define INNER 1
#define S 2
#define MIDDLE 3
#define C 4
#include "../core.pml"

inline resolve(node, source, disposition) {
  either(node == C, pass(node, source, disposition), forward(node, source, disposition))
}

bool settles;

thread(Handler(), runHandler(S, INNER); release(S))

thread(WeakOwner(), loadWeak(MIDDLE, ok); when(ok, discardNode(MIDDLE); release(MIDDLE)))
thread(Settler(), settleRoot(INNER))

search(
  make(INNER, 0, DEPENDENT, EMPTY, 1);
  make(S, 0, DEPENDENT, EMPTY, 2);
  make(MIDDLE, S, DEPENDENT | FORWARDING, EMPTY, 0);
  makeConsumer(C, MIDDLE, 0);
  registerAtStart(S, MIDDLE);
  state[S] = state[S] | CLAIMED;
  start(Handler()); start(WeakOwner());
  perhaps(settles = true; start(Settler())),
  /* Spec 6.1.1: a promise that is discarded before it is settled is rejected. */
  assert(outcome[MIDDLE] == DISCARDED || (settles && outcome[MIDDLE] == VALUE));
  assert(ran[C] && outcome[C] == outcome[MIDDLE]);
  release(S);
  release(INNER))
