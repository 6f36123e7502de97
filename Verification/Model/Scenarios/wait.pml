/* A task awaits a promise and is canceled while the promise is settled: the task is resumed once. */
#define NODES 2
#define P 1
#define W 2
#define resolve wake
#include "../core.pml"

bool settles;

thread(Task(), suspend(P, W); endWait(W); release(W); release(P))
thread(Canceler(), cancel(W); release(W))
thread(Settler(), settleRoot(P))

search(
  make(P, 0, DEPENDENT, EMPTY, 2);
  make(W, P, DEPENDENT, EMPTY, 2);
  state[W] = CLAIMED;
  start(Task()); start(Canceler());
  perhaps(settles = true; start(Settler())),
  assert(ran[W] != hasDetached[W]);
  assert(state[P] & SETTLED || hasDetached[W]);
  when(!(state[P] & SETTLED), atomic { start(Settler()) }; allAreFinished);
  release(P))
