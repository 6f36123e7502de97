/* A thread that settles a promise offers the rest of its handlers to one or two threads that register. Each of the
 * threads may be at the limit of nested handlers, so that its delivery is deferred. Whichever thread continues, the
 * handlers run in order, each once, and F, the consumer of the first stage, is notified. */
#define NODES 7
#define P 1
#define A 2
#define B 3
#define C 4
#define D 5
#define E 6
#define F 7
#define NESTS
#define HANDS_OVER
#include "../core.pml"

inline resolve(node, source, disposition) {
  either(node == A, pass(node, source, disposition), observe(node, source, disposition))
}

thread(Settler(),
  perhaps(atLimit = true); pin(P, ok); put(P, VALUE); settle(P, FULFILLED, false); runDeferredAtEnd(); release(P))

/* Registers handlers, the last one perhaps at the limit. */
proctype Registrar(byte first; byte last) {
  LOCALS; byte c = first;
  do
  :: c <= last ->
    perhaps(c == last -> atLimit = true);
    consume(P, c); release(c); c++
  :: else -> break
  od;
  runDeferredAtEnd();
  release(P);
  finish
}

bool hasThree = true;

searchWithOwnStripes(
  make(P, 0, 0, EMPTY, 2);
  makeConsumer(A, P, 0);
  makeConsumer(B, P, 0);
  make(C, P, DEPENDENT, HANDLER, 1);
  make(D, P, DEPENDENT, HANDLER, 1);
  make(E, P, DEPENDENT, HANDLER, 1);
  makeConsumer(F, A, 0);
  start(Settler());
  if
  :: start(Registrar(C, E))
  :: references[P]++; start(Registrar(C, C)); start(Registrar(D, D));
    hasThree = false; isFreed[E] = true; payload[E] = EMPTY; references[E] = 0
  fi,
  assert(ran[A] && ran[B] && ran[C] && ran[D] && ran[E] == hasThree && ran[F]))
