/* A stage whose handler runs on a context. Sending it there releases its claim, and its job runs or is
 * dropped, while the stage is discarded. */
#define NODES 3
#define P 1
#define S 2
#define C 3
#define resolve pass
#include "../core.pml"

bool isSent;
bool isRun;

/* Serves S from P, which is settled and is delivering. */
proctype Deliverer() {
  LOCALS;
  begin(S, P, d_ok);
  if
  :: d_ok -> hop(S, P); isSent = true
  :: else -> jobIsFirst[S] = false; isSent = true
  fi;
  release(S);
  release(P);
  finish
}

proctype Context() {
  LOCALS; bool has;
  atomic { isSent; has = jobIsFirst[S] };
  if
  :: has ->
    if
    :: runJob(S, P); isRun = true
    :: true
    fi;
    endJob(S, P)
  :: else
  fi;
  finish
}

proctype Owner() {
  LOCALS;
  discardNode(S);
  release(S);
  finish
}

init {
  byte w;
  atomic {
    make(P, 0, 0, VALUE, 1);
    state[P] = SETTLED | DRAINING;
    make(S, P, DEPENDENT, HANDLER, 2); /* the owner's reference, and the one that the list had */
    make(C, S, DEPENDENT, HANDLER, 0);
    registerAtStart(S, C);
    select(allShareOne : 0 .. 1);
    running = 3;
    state[P] = SETTLED;
    run Deliverer(); run Context(); run Owner()
  };
  allAreFinished;
  assert(ran[S] != hasDetached[S] || outcome[S] == BROKEN);
  assert(ran[C] && outcome[C] == outcome[S]);
  assert(outcome[S] == VALUE || outcome[S] == DISCARDED || (!isRun && outcome[S] == BROKEN));
  assertEnd(3)
}
