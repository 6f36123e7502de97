/* The handler of a stage returns a pending promise, while one thread may settle that promise and another one
 * discards the stage or its only consumer. */
#define NODES 3
#define INNER 1
#define S 2
#define C 3
#include "../core.pml"

/* S is a forwarder. */
inline resolve(node, source, disposition) {
  either(node == S, forward(node, source, disposition), pass(node, source, disposition))
}

bool settles, discardsConsumer;

/* Runs the handler of S, which is claimed, as Job.run() does. */
thread(Handler(), runHandler(S, INNER); release(INNER); release(S))
thread(Owner(byte node), discardNode(node); release(node))
thread(Settler(), settleRoot(INNER))

search(
  make(INNER, 0, DEPENDENT, EMPTY, 2);
  make(S, 0, DEPENDENT, EMPTY, 1);
  makeConsumer(C, S, 0);
  state[S] = state[S] | CLAIMED;
  next[S] = C; /* the next entry in the list of its earlier source */
  start(Handler());
  if
  :: references[S]++; start(Owner(S))
  :: discardsConsumer = true; references[C]++; start(Owner(C))
  fi;
  perhaps(settles = true; start(Settler())),
  assert(ran[C] != hasDetached[C] && (ran[C] || discardsConsumer));
  assert((ran[C] && outcome[C] == outcome[S]) || (discardsConsumer && outcome[C] == DISCARDED));
  assert(outcome[S] == DISCARDED || settles);
  /* Spec 6.3.13: the returned promise has lost its only consumer. */
  assert(state[INNER] & SETTLED && (settles || outcome[INNER] == DISCARDED));
  release(INNER))
