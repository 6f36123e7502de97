/* The last reference to a pending promise is released while its two consumers detach; or while one does, and a
 * handler is registered through another reference, which is then released, too. A consumer that has not detached in
 * time is notified that the promise was broken. */
#define NODES 4
#define P 1
#define A 2
#define B 3
#define FAILURE 4
#define dropSource drop
#define resolve pass
#include "../core.pml"

byte flags, content = EMPTY;
bool registers;

thread(Producer(), drop(P))
thread(Detacher(byte consumer), discardNode(consumer); drop(consumer))
thread(Registrar(), consume(P, B); release(B); drop(P))

search(
  if :: flags = 0 :: flags = DEPENDENT :: flags = STOPPABLE; content = BLOCK fi;
  make(P, 0, flags, content, 1);
  makeConsumer(A, P, 1);
  start(Producer()); start(Detacher(A));
  if
  :: flags != DEPENDENT -> makeConsumer(B, P, 1); start(Detacher(B))
  :: flags != STOPPABLE -> make(B, P, DEPENDENT, HANDLER, 1);
    registers = true; references[P]++; start(Registrar())
  fi,
  assert(ran[A] != hasDetached[A] && ran[B] != hasDetached[B]);
  assert(!registers || outcome[B] == BROKEN || (flags == DEPENDENT && outcome[P] == DISCARDED));
  /* Spec 6.3.6: work is not stopped while a stage waits for it. */
  assert(!wasStopped[P] || (hasDetached[A] && hasDetached[B]));
  spare(FAILURE))
