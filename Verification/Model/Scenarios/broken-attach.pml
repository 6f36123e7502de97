/* One of two references to a pending promise is released while a handler is registered through the other one,
 * which is then released, too. A consumer that was there from the start detaches. */
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

proctype Registrar() {
  LOCALS;
  consume(P, B);
  release(B);
  drop(P);
  finish
}

proctype Detacher() {
  LOCALS;
  discardNode(A);
  release(A);
  finish
}

init {
  byte w; byte flags;
  atomic {
    if
    :: flags = 0
    :: flags = DEPENDENT
    fi;
    make(P, 0, flags, EMPTY, 2);
    make(A, P, DEPENDENT, HANDLER, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    registerAtStart(P, A);
    select(allShareOne : 0 .. 1);
    running = 3;
    run Producer(); run Registrar(); run Detacher()
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B]);
  assert(outcome[B] == BROKEN || (flags == DEPENDENT && outcome[P] == DISCARDED));
  spare(FAILURE);
  assertEnd(4)
}
