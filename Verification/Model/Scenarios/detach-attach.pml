/* The last consumer of a promise detaches while another one registers. The new consumer either finds the
 * promise claimed for lack of consumers and is notified, or prevents the discard. */
#define NODES 3
#define P 1
#define A 2
#define B 3
#define resolve pass
#include "../core.pml"

bool settles;

proctype Detacher() {
  LOCALS;
  discardNode(A);
  drop(A);
  finish
}

proctype Registrar() {
  LOCALS;
  consume(P, B);
  drop(B);
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
    make(P, 0, DEPENDENT, EMPTY, 1);
    make(A, P, DEPENDENT, HANDLER, 1);
    make(B, P, DEPENDENT, HANDLER, 1);
    registerAtStart(P, A);
    select(allShareOne : 0 .. 1);
    running = 2;
    run Detacher(); run Registrar();
    if
    :: settles = true; running++; run Settler()
    :: true
    fi
  };
  allAreFinished;
  assert(ran[A] != hasDetached[A]);
  if
  :: state[P] & SETTLED -> true
  :: else ->
    assert(!settles && pointer(state[P]) == B);
    atomic { running++; run Settler() };
    allAreFinished
  fi;
  assert(ran[B] && !hasDetached[B]);
  release(P);
  assertEnd(3)
}
