/* A stage whose handler runs on a context. Sending it there releases its claim, and its job runs or is
 * dropped, while the stage is discarded. */
#define NODES 3
#define P 1
#define S 2
#define C 3
#define resolve pass
#include "../core.pml"

bool isSent, isRun;

/* Serves S from P, which is settled and is delivering. */
proctype Deliverer() {
  LOCALS;
  begin(S, P, d_ok);
  either(d_ok, hop(S, P); isSent = true, jobIsFirst[S] = false; isSent = true);
  release(S);
  release(P);
  finish
}

proctype Context() {
  LOCALS; bool has;
  atomic { isSent; has = jobIsFirst[S] };
  when(has, perhaps(runJob(S, P); isRun = true); endJob(S, P));
  finish
}

thread(Owner(), discardNode(S); release(S))

init {
  byte w;
  atomic {
    make(P, 0, 0, VALUE, 1);
    state[P] = SETTLED | DRAINING;
    make(S, P, DEPENDENT, HANDLER, 2); /* the owner's reference, and the one that the list had */
    makeConsumer(C, S, 0);
    select(allShareOne : 0 .. 1);
    state[P] = SETTLED;
    start(Deliverer()); start(Context()); start(Owner())
  };
  allAreFinished;
  assert(ran[S] != hasDetached[S] || outcome[S] == BROKEN);
  assert(ran[C] && outcome[C] == outcome[S]);
  assert(outcome[S] == VALUE || outcome[S] == DISCARDED || (!isRun && outcome[S] == BROKEN));
  assertEnd()
}
