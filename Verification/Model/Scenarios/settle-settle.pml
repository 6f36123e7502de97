/* Two threads settle a promise with a consumer, and each releases its reference. */
#define NODES 2
#define P 1
#define C 2
#define resolve observe
#include "../core.pml"

byte winners;

proctype Settler(byte content) {
  LOCALS;
  beginSettlingRoot(P, ok);
  if
  :: ok ->
    winners++;
    put(P, content);
    settle(P, (content == VALUE -> FULFILLED : FAILED), false)
  :: else -> assert(state[P] & SETTLED) /* spec 2.3.3 */
  fi;
  drop(P);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, 0, EMPTY, 2);
    makeConsumer(C, P, 0);
    start(Settler(VALUE)); start(Settler(ERROR))
  };
  allAreFinished;
  assert(winners == 1 && ran[C]);
  assertEnd()
}
