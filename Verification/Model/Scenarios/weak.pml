/* S has one consumer, MIDDLE, a forwarder to a stage that is not one, so it is examined but not removed
 * when the handler of S returns INNER. Concurrently, a thread with a weak reference to MIDDLE discards it,
 * and INNER may be settled. */
#define NODES 4
#define INNER 1
#define S 2
#define MIDDLE 3
#define C 4
#include "../core.pml"

inline resolve(node, source, disposition) {
  if
  :: node == C -> pass(node, source, disposition)
  :: else -> forward(node, source, disposition)
  fi
}

bool settles;

proctype Handler() {
  LOCALS; byte disposition;
  follow(S, INNER, disposition);
  if
  :: isOutcome(disposition) -> settle(S, disposition, true)
  :: else
  fi;
  release(S);
  finish
}

proctype WeakOwner() {
  LOCALS; bool ok;
  /* swift_weakLoadStrong: it never accesses freed memory. */
  d_step {
    ok = references[MIDDLE] > 0;
    if
    :: ok -> references[MIDDLE]++
    :: else
    fi
  };
  if
  :: ok -> discardNode(MIDDLE); release(MIDDLE)
  :: else
  fi;
  finish
}

proctype Settler() {
  LOCALS; bool ok;
  beginSettlingRoot(INNER, ok);
  if
  :: ok -> put(INNER, VALUE); settle(INNER, FULFILLED, false)
  :: else
  fi;
  finish
}

init {
  byte w;
  atomic {
    make(INNER, 0, DEPENDENT, EMPTY, 1);
    make(S, 0, DEPENDENT, EMPTY, 2);
    make(MIDDLE, S, DEPENDENT | FORWARDING, EMPTY, 0);
    make(C, MIDDLE, DEPENDENT, HANDLER, 0);
    registerAtStart(S, MIDDLE);
    registerAtStart(MIDDLE, C);
    state[S] = state[S] | CLAIMED;
    select(allShareOne : 0 .. 1);
    running = 2;
    run Handler(); run WeakOwner();
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  /* Spec 6.1.1: a promise that is discarded before it is settled is rejected. */
  assert(outcome[MIDDLE] == DISCARDED || (settles && outcome[MIDDLE] == VALUE));
  assert(ran[C] && outcome[C] == outcome[MIDDLE]);
  release(S);
  release(INNER);
  assertEnd(4)
}
