/* A discard block is put into the payload of a root while the root is settled, and while its only consumer is
 * discarded. */
#define NODES 3
#define P 1
#define A 2
#define FAILURE 3
#define dropSource drop
#define resolve pass
#include "../core.pml"

bool discards;

proctype Producer() {
  LOCALS;
  occupy(P, ok);
  /* Otherwise, the block goes to the attachments, or runs now. */
  assert(ok || state[P] & (SETTLED | CLAIMED));
  drop(P);
  finish
}

thread(Settler(), if :: settleRoot(P) :: skip fi; drop(P))
thread(Owner(), if :: discards = true; discardNode(A) :: skip fi; drop(A))

search(
  make(P, 0, 0, EMPTY, 2);
  makeConsumer(A, P, 1);
  start(Producer()); start(Settler()); start(Owner()),
  assert(!wasStopped[P] || discards);
  spare(FAILURE))
