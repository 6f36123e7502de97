/* S has one consumer, MIDDLE, a forwarder whose consumer OUTER is a forwarder, too. The handler of S returns
 * INNER: MIDDLE is removed, and then S if nothing refers to it. Concurrently, OUTER is discarded, or a thread
 * searches for a cycle from it, or INNER is settled, or a thread with a reference to S registers with S. */
#define NODES 5
#define INNER 1
#define S 2
#define MIDDLE 3
#define OUTER 4
#define D 5
#include "../core.pml"

inline resolve(node, source, disposition) {
  if
  :: node == D -> pass(node, source, disposition)
  :: else -> forward(node, source, disposition)
  fi
}

bool settles;
bool discards;
bool isKept;
bool registers;

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

proctype Owner() {
  LOCALS;
  discardNode(OUTER);
  release(OUTER);
  finish
}

/* Searches for a node that is not there. */
proctype Searcher() {
  LOCALS;
  isAbove(NODES + 1, OUTER);
  assert(!y_is);
  release(OUTER);
  finish
}

proctype Registrar() {
  LOCALS;
  consume(S, D);
  release(D);
  release(S);
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
    make(MIDDLE, S, DEPENDENT | FORWARDING, EMPTY, 0);
    make(OUTER, MIDDLE, DEPENDENT | FORWARDING, EMPTY, 2);
    make(D, S, DEPENDENT, HANDLER, 0);
    registerAtStart(S, MIDDLE);
    registerAtStart(MIDDLE, OUTER);
    state[S] = state[S] | CLAIMED;
    select(allShareOne : 0 .. 1);
    if
    :: isKept = true; references[S]++
    :: true
    fi;
    running = 2;
    run Handler();
    if
    :: discards = true; run Owner()
    :: run Searcher()
    :: settles = true; references[OUTER]--; run Settler()
    :: registers = true; references[OUTER]--; references[S]++; references[D]++; run Registrar()
    fi
  };
  allAreFinished;
  if
  :: !(state[INNER] & SETTLED) ->
    assert(!settles && !discards); /* spec 6.3.13 */
    atomic { running++; run Settler() };
    allAreFinished
  :: else
  fi;
  assert(outcome[OUTER] == VALUE || (discards && outcome[OUTER] == DISCARDED));
  if
  :: registers -> assert(ran[D] && outcome[D] == VALUE)
  :: else -> isFreed[D] = true; payload[D] = EMPTY
  fi;
  if
  :: isKept -> release(S)
  :: else
  fi;
  release(OUTER);
  release(INNER);
  assertEnd(5)
}
