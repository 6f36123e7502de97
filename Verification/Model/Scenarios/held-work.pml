/* The only reference to work, W, is that of a handler below it: of a stage two further down, or of a
 * promise that a consumer of the work is tied to. All that is discarded, or the promise is settled by
 * hand. The handler takes its reference along, but not before the work has been left, and so is
 * stopped. Meanwhile somebody who has a weak reference settles the work, or nobody does. Nobody ends A
 * by itself, though: who has claimed it, and has not left the work yet, does not keep the work. */
#define NODES 3
#define W 1
#define A 2
#define B 3
#define leaveTie leaveTieNow
#define endTie endTieNow
#include "../core.pml"

bool settles;
bool isTied;    /* A is no promise, and tied to B; otherwise B waits for A */
bool isByHand;

inline react(node, source, verdict) {
  if
  :: isTied -> observe(node, source, verdict)
  :: else -> pass(node, source, verdict)
  fi
}

proctype Owner() {
  LOCALS; bool ok;
  if
  :: isByHand ->
    beginSettling(B, ok);
    if
    :: ok -> put(B, VALUE); settle(B, FULFILLED, false)
    :: else
    fi
  :: else -> discardNode(B)
  fi;
  release(B);
  finish
}

proctype Settler() {
  LOCALS; bool ok;
  /* swift_weakLoadStrong: it never touches the memory of what has gone. */
  d_step {
    ok = references[W] > 0;
    if
    :: ok -> references[W]++
    :: else
    fi
  };
  if
  :: ok ->
    beginSettlingRoot(W, ok);
    if
    :: ok -> put(W, VALUE); settle(W, FULFILLED, false)
    :: else
    fi;
    release(W)
  :: else
  fi;
  finish
}

init {
  byte w;
  atomic {
    make(W, 0, STOPPABLE, BLOCK, 1);
    if
    :: isTied = true;
      make(A, W, DEPENDENT, REACTION, 1); /* the reference of the table */
      make(B, 0, DEPENDENT, REACTION, 1);
      state[B] = EDITED; hasEntry[B] = true; ties[B] = A
    :: make(A, W, DEPENDENT, REACTION, 0);
      make(B, A, DEPENDENT, REACTION, 1);
      registerAtStart(A, B)
    fi;
    registerAtStart(W, A);
    holds[B] = W;
    if
    :: isByHand = true
    :: true
    fi;
    select(allShareOne : 0 .. 1);
    running = 1;
    run Owner();
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[A] != hasLeft[A] && ran[B] != hasLeft[B]);
  /* Spec 6.3.7: work that nobody waits for any more is stopped. */
  assert(outcome[W] == DISCARDED || (settles && outcome[W] == VALUE));
  assertEnd(3)
}
