/* The handlers of two stages return each other's stage, on two threads; one of the stages may be discarded
 * concurrently. No stage stays pending. */
#define NODES 2
#define A 1
#define B 2
#define endCycle rejectCycle
#include "../core.pml"

inline resolve(node, source, disposition) { forward(node, source, disposition) }

bool discards;

thread(Handler(byte stage; byte inner), runHandler(stage, inner); release(inner); release(stage))
thread(Owner(), discardNode(A))

search(
  make(A, 0, DEPENDENT, EMPTY, 3);
  make(B, 0, DEPENDENT, EMPTY, 3);
  state[A] = CLAIMED; state[B] = CLAIMED;
  start(Handler(A, B)); start(Handler(B, A));
  perhaps(discards = true; start(Owner())),
  /* Spec 4.5.4: all are rejected, with the cycle error unless they were settled before. */
  assert(state[A] & SETTLED && state[B] & SETTLED);
  assert(outcome[A] == CYCLE || (discards && outcome[A] == DISCARDED));
  assert(outcome[B] == CYCLE || (discards && outcome[B] == DISCARDED));
  release(A);
  release(B))
