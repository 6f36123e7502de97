/* A thread at the limit of nested handlers settles a promise, or registers with a settled one: its
 * delivery is deferred. Another thread registers twice and takes it over, or the first thread does, below the
 * limit or when its outermost handler returns. No handler overtakes another one. */
#define NODES 5
#define P 1
#define A 2
#define B 3
#define C 4
#define D 5
#define resolve observe
#define NESTS
#include "../core.pml"

bool settles, registersAgain;

proctype Nested() {
  LOCALS;
  atLimit = true;
  when(settles, pin(P, ok); put(P, VALUE); settle(P, FULFILLED, false));
  consume(P, A);
  release(A);
  if
  :: registersAgain -> /* below the limit, but not outermost */
    atLimit = false;
    consume(P, D);
    release(D);
    atLimit = true
  :: else
  fi;
  runDeferredAtEnd();
  release(P);
  finish
}

thread(Registrar(), consume(P, B); release(B); consume(P, C); release(C); release(P))

init {
  byte w;
  atomic {
    make(P, 0, 0, EMPTY, 2);
    make(A, P, DEPENDENT, HANDLER, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    make(C, P, DEPENDENT, HANDLER, 1);
    select(allShareOne : 0 .. 1);
    if :: settles = true :: state[P] = SETTLED; payload[P] = VALUE fi;
    if :: registersAgain = true; make(D, P, DEPENDENT, HANDLER, 1) :: isFreed[D] = true fi;
    start(Nested()); start(Registrar())
  };
  allAreFinished;
  assert(ran[A] && ran[B] && ran[C] && ran[D] == registersAgain);
  assertEnd()
}
