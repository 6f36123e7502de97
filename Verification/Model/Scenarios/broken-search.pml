/* The last references to a pending promise are released, one by a thread that reached it in a search for a
 * cycle, while a consumer detaches. A notified consumer may have to wait until the thread has fewer nested
 * handlers. */
#define NODES 3
#define P 1
#define A 2
#define FAILURE 3
#define NESTS
#define dropSource drop
#define dropAscended drop
#define resolve pass
#include "../core.pml"

thread(Producer(), perhaps(atLimit = true); drop(P); runDeferredAtEnd())

/* Searches for a node that is not there. */
thread(Searcher(), isAbove(NODES + 1, A); release(A))
thread(Detacher(), discardNode(A); release(A))

byte flags;

search(
  if :: flags = 0 :: flags = DEPENDENT fi;
  make(P, 0, flags, EMPTY, 1);
  makeConsumer(A, P, 1);
  start(Producer()); start(Searcher());
  perhaps(references[A]++; start(Detacher())),
  assert(ran[A] != hasDetached[A] && state[A] == 0);
  spare(FAILURE))
