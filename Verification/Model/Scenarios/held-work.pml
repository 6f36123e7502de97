/* The only reference to work, W, is that of a handler below it: of a stage further down, B, or of a
 * promise that a consumer of the work is tied to. All of this is discarded, or the promise is settled
 * directly. The handler releases its reference, but the work is stopped anyway. Concurrently, a thread
 * settles the work through a weak reference, or settles A, between the work and B, directly, or discards A.
 * There may be another stage, M, between A and the work. */
#define NODES 5
#define W 1
#define M 2
#define A 3
#define B 4
#define FAILURE 5
#define leaveTie leaveTieNow
#define endTie endTieNow
#define endDropped endDroppedNow
#include "../core.pml"

bool settles;
bool isTied;    /* A is not a promise, and is tied to B; otherwise B waits for A */
bool isByHand;
bool endsA;

inline react(node, source, verdict) {
  if
  :: isTied -> observe(node, source, verdict)
  :: else -> pass(node, source, verdict)
  fi
}

/* Ends B, or A. */
proctype Owner(byte stage; bool settlesIt) {
  LOCALS; bool ok;
  if
  :: settlesIt ->
    beginSettling(stage, ok);
    if
    :: ok -> put(stage, VALUE); settle(stage, FULFILLED, false)
    :: else
    fi
  :: else -> discardNode(stage)
  fi;
  release(stage);
  finish
}

proctype Settler() {
  LOCALS; bool ok;
  /* swift_weakLoadStrong: it never accesses freed memory. */
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
  byte w; byte source = W;
  atomic {
    make(W, 0, STOPPABLE, BLOCK, 1);
    if
    :: make(M, W, DEPENDENT, REACTION, 0); registerAtStart(W, M); source = M
    :: isFreed[M] = true
    fi;
    if
    :: source == W -> isTied = true;
      make(A, W, DEPENDENT, REACTION, 1); /* the reference of the table */
      make(B, 0, DEPENDENT, REACTION, 1);
      state[B] = EDITED; hasEntry[B] = true; ties[B] = A
    :: make(A, source, DEPENDENT, REACTION, 0);
      make(B, A, DEPENDENT, REACTION, 1);
      registerAtStart(A, B)
    fi;
    registerAtStart(source, A);
    holds[B] = W;
    if
    :: isByHand = true
    :: true
    fi;
    select(allShareOne : 0 .. 1);
    running = 1;
    run Owner(B, isByHand);
    if
    :: settles = true; running++; run Settler()
    :: !isTied -> endsA = true; running++; references[A]++; run Owner(A, false)
    :: !isTied -> endsA = true; running++; references[A]++; run Owner(A, true)
    :: true
    fi
  };
  allAreFinished;
  assert(ran[A] != hasLeft[A] || endsA);
  assert(ran[B] != hasLeft[B]);
  /* Spec 6.3.7, 6.3.15: work without waiting stages is stopped. */
  assert(wasStopped[W] || (settles && outcome[W] == VALUE));
  spare(FAILURE);
  assertEnd(5)
}
