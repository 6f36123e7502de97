/* The last consumer of a promise detaches while another one registers. The new consumer either finds the
 * promise claimed for lack of consumers and is notified, or prevents the discard. */
#define NODES 3
#define P 1
#define A 2
#define B 3
#define resolve pass
#include "../core.pml"

bool settles;

thread(Detacher(), discardNode(A); drop(A))
thread(Registrar(), consume(P, B); drop(B))
thread(Settler(), settleRoot(P))

search(
  make(P, 0, DEPENDENT, EMPTY, 1);
  makeConsumer(A, P, 1);
  make(B, P, DEPENDENT, HANDLER, 1);
  start(Detacher()); start(Registrar());
  perhaps(settles = true; start(Settler())),
  assert(ran[A] != hasDetached[A]);
  when(!(state[P] & SETTLED),
    assert(!settles && pointer(state[P]) == B); atomic { start(Settler()) }; allAreFinished);
  assert(ran[B] && !hasDetached[B]);
  release(P))
