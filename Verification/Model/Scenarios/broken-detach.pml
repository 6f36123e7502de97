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

proctype Producer() {
  LOCALS;
  drop(P);
  finish
}

proctype Detacher(byte consumer) {
  LOCALS;
  discardNode(consumer);
  drop(consumer);
  finish
}

init {
  byte w; byte flags; byte content = EMPTY;
  atomic {
    if
    :: flags = 0
    :: flags = STOPPABLE; content = BLOCK
    fi;
    make(P, 0, flags, content, 1);
    make(A, P, DEPENDENT, HANDLER, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    registerAtStart(P, A);
    registerAtStart(P, B);
    select(allShareOne : 0 .. 1);
    running = 3;
    run Producer(); run Detacher(A); run Detacher(B)
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  /* Spec 6.3.6: work is not stopped while a stage waits for it. */
  assert(!wasStopped[P] || (hasDetached[A] && hasDetached[B]));
  spare(FAILURE);
  assertEnd(4)
}
