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

thread(Producer(), drop(P))
thread(Registrar(), consume(P, B); release(B); drop(P))
thread(Detacher(), discardNode(A); release(A))

init {
  byte w; byte flags;
  atomic {
    if :: flags = 0 :: flags = DEPENDENT fi;
    make(P, 0, flags, EMPTY, 2);
    makeConsumer(A, P, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    select(allShareOne : 0 .. 1);
    start(Producer()); start(Registrar()); start(Detacher())
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A] && ran[B]);
  assert(outcome[B] == BROKEN || (flags == DEPENDENT && outcome[P] == DISCARDED));
  spare(FAILURE);
  assertEnd()
}
