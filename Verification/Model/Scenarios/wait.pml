/* A task awaits a promise and is canceled while the promise is settled: the task is resumed once. */
#define NODES 2
#define P 1
#define W 2
#define resolve wake
#include "../core.pml"

bool settles;

proctype Task() {
  LOCALS;
  suspend(P, W);
  endWait(W);
  release(W);
  release(P);
  finish
}

proctype Canceler() {
  LOCALS;
  cancel(W);
  release(W);
  finish
}

proctype Settler() {
  LOCALS; bool ok;
  beginSettlingRoot(P, ok);
  if
  :: ok -> put(P, VALUE); settle(P, FULFILLED, false)
  :: else
  fi;
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, DEPENDENT, EMPTY, 2);
    make(W, P, DEPENDENT, EMPTY, 2);
    state[W] = CLAIMED;
    select(allShareOne : 0 .. 1);
    running = 2;
    run Task(); run Canceler();
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[W] != hasDetached[W]);
  assert(state[P] & SETTLED || hasDetached[W]);
  if
  :: !(state[P] & SETTLED) -> atomic { running++; run Settler() }; allAreFinished
  :: else
  fi;
  release(P);
  assertEnd(2)
}
