/* A stage is discarded while its handler runs, and its only consumer detaches. If the discard came first, it
 * replaces the handler's result. */
#define NODES 3
#define P 1
#define S 2
#define C 3
#define resolve pass
#include "../core.pml"

bool isStillPending; /* S, after the discard: its handler was running */

/* Delivers to S, whose handler runs in the process. */
thread(Settler(), beginSettlingRoot(P, ok); put(P, VALUE); settle(P, FULFILLED, false); release(P))
thread(Owner(), discardNode(S); isStillPending = !(state[S] & SETTLED); release(S))
thread(Detacher(), discardNode(C); release(C))

search(
  make(P, 0, 0, EMPTY, 1);
  makeConsumer(S, P, 1);
  makeConsumer(C, S, 1);
  start(Settler()); start(Owner()); start(Detacher()),
  assert(!isStillPending || outcome[S] == DISCARDED); /* spec 6.4.1 */
  assert(ran[C] != hasDetached[C] && ran[S] != hasDetached[S]))
