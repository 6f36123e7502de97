/* Work that starts with its first consumer. Two consumers register concurrently, one of them detaches again,
 * and the promise is settled directly, or its last reference is released. */
#define NODES 4
#define P 1
#define A 2
#define B 3
#define FAILURE 4
#define IS_LAZY
#define dropSource drop
#define resolve pass
#include "../core.pml"

byte starts;
inline startWork(node) { starts++ }

thread(TemporaryConsumer(), consume(P, A); discardNode(A); release(A); drop(P))
thread(Registrar(), consume(P, B); release(B); drop(P))
thread(Settler(), settleRoot(P); drop(P))

init {
  byte w; bool settles;
  atomic {
    make(P, 0, DEPENDENT | LAZY, EMPTY, 2);
    state[P] = EDITED; hasEntry[P] = true; start[P] = true;
    make(A, P, DEPENDENT, HANDLER, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    select(allShareOne : 0 .. 1);
    start(TemporaryConsumer()); start(Registrar());
    perhaps(settles = true; references[P]++; start(Settler()))
  };
  allAreFinished;
  assert(starts == 1 || (settles && starts == 0));
  assert(ran[A] != hasDetached[A] && ran[B]);
  spare(FAILURE);
  assertEnd()
}
