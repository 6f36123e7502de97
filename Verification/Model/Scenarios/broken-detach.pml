/* The last reference to a pending promise is released while its two consumers detach. A consumer that has not
 * detached in time is notified that the promise was broken. */
#define NODES 4
#define P 1
#define A 2
#define B 3
#define FAILURE 4
#define dropSource drop
#define resolve pass
#include "../core.pml"

thread(Producer(), drop(P))
thread(Detacher(byte consumer), discardNode(consumer); drop(consumer))

init {
  byte w; byte flags; byte content = EMPTY;
  atomic {
    if :: flags = 0 :: flags = STOPPABLE; content = BLOCK fi;
    make(P, 0, flags, content, 1);
    makeConsumer(A, P, 1);
    makeConsumer(B, P, 1);
    select(allShareOne : 0 .. 1);
    start(Producer()); start(Detacher(A)); start(Detacher(B))
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  /* Spec 6.3.6: work is not stopped while a stage waits for it. */
  assert(!wasStopped[P] || (hasDetached[A] && hasDetached[B]));
  spare(FAILURE);
  assertEnd()
}
