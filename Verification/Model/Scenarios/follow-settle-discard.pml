/* The handler of a stage returns a pending promise, while one thread may settle that promise and another one
 * discards the stage or its only consumer. */
#define NODES 3
#define INNER 1
#define S 2
#define C 3
#include "../core.pml"

/* S is a forwarder. */
inline resolve(node, source, disposition) {
  if
  :: node == S -> forward(node, source, disposition)
  :: else -> pass(node, source, disposition)
  fi
}

bool settles;
bool discardsConsumer;

/* Runs the handler of S, which is claimed, as Job.run() does. */
proctype Handler() {
  LOCALS; byte disposition;
  follow(S, INNER, disposition);
  if
  :: isOutcome(disposition) -> settle(S, disposition, true)
  :: else
  fi;
  release(INNER);
  release(S);
  finish
}

proctype Owner(byte node) {
  LOCALS;
  discardNode(node);
  release(node);
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
    make(INNER, 0, DEPENDENT, EMPTY, 2);
    make(S, 0, DEPENDENT, EMPTY, 1);
    make(C, S, DEPENDENT, HANDLER, 0);
    registerAtStart(S, C);
    state[S] = state[S] | CLAIMED;
    next[S] = C; /* the next entry in the list of its earlier source */
    select(allShareOne : 0 .. 1);
    running = 2;
    run Handler();
    if
    :: references[S]++; run Owner(S)
    :: discardsConsumer = true; references[C]++; run Owner(C)
    fi;
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[C] != hasDetached[C] && (ran[C] || discardsConsumer));
  assert((ran[C] && outcome[C] == outcome[S]) || (discardsConsumer && outcome[C] == DISCARDED));
  assert(outcome[S] == DISCARDED || settles);
  /* Spec 6.3.13: the returned promise has lost its only consumer. */
  assert(state[INNER] & SETTLED && (settles || outcome[INNER] == DISCARDED));
  release(INNER);
  assertEnd(3)
}
