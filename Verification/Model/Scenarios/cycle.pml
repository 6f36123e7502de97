/* The handlers of two stages return each other's stage, on two threads; one of the stages may be discarded
 * concurrently. No stage stays pending. */
#define NODES 2
#define A 1
#define B 2
#define endCycle rejectCycle
#include "../core.pml"

inline resolve(node, source, disposition) { forward(node, source, disposition) }

bool discards;

proctype Handler(byte stage; byte inner) {
  LOCALS; byte disposition;
  follow(stage, inner, disposition);
  if
  :: isOutcome(disposition) -> settle(stage, disposition, true)
  :: else
  fi;
  release(inner);
  release(stage);
  finish
}

proctype Owner() {
  LOCALS;
  discardNode(A);
  finish
}

init {
  byte w;
  atomic {
    make(A, 0, DEPENDENT, EMPTY, 3);
    make(B, 0, DEPENDENT, EMPTY, 3);
    state[A] = CLAIMED; state[B] = CLAIMED;
    select(allShareOne : 0 .. 1);
    running = 2;
    run Handler(A, B); run Handler(B, A);
    if
    :: discards = true; running++; run Owner()
    :: true
    fi
  };
  allAreFinished;
  /* Spec 4.5.4: all are rejected, with the cycle error unless they were settled before. */
  assert(state[A] & SETTLED && state[B] & SETTLED);
  assert(outcome[A] == CYCLE || (discards && outcome[A] == DISCARDED));
  assert(outcome[B] == CYCLE || (discards && outcome[B] == DISCARDED));
  release(A);
  release(B);
  assertEnd(2)
}
