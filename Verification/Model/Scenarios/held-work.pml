/* The only reference to work, W, is held by the handler of B: a stage further down, or a promise that has a
 * consumer of the work as a dependency. B is discarded, which propagates up, or is settled directly. Its
 * handler releases the reference, and the work is stopped nevertheless. Concurrently, a thread
 * settles the work through a weak reference, or settles A, between the work and B, directly, or discards A.
 * There may be another stage, M, between A and the work. */
#define NODES 5
#define W 1
#define M 2
#define A 3
#define B 4
#define FAILURE 5
#define detachDependency detachDependencyNow
#define endDependency endDependencyNow
#define endDropped endDroppedNow
#include "../core.pml"

bool settles;
byte source = W;
bool isDependency; /* A is not a promise, and is a dependency of B; otherwise B waits for A */
bool settlesDirectly, endsA;

inline resolve(node, source, disposition) {
  either(isDependency, observe(node, source, disposition), pass(node, source, disposition))
}

/* Ends B, or A. */
thread(Owner(byte stage; bool settlesIt),
  either(settlesIt, settleDirectly(stage), discardNode(stage)); release(stage))
thread(Settler(), loadWeak(W, ok); when(ok, settleRoot(W); release(W)))

search(
  make(W, 0, STOPPABLE, BLOCK, 1);
  if
  :: make(M, W, DEPENDENT, HANDLER, 0); registerAtStart(W, M); source = M
  :: isFreed[M] = true
  fi;
  if
  :: source == W -> isDependency = true;
    make(A, W, DEPENDENT, HANDLER, 1); /* the reference of the table */
    make(B, 0, DEPENDENT, HANDLER, 1);
    state[B] = EDITED; hasEntry[B] = true; dependencies[B] = A
  :: make(A, source, DEPENDENT, HANDLER, 0);
    make(B, A, DEPENDENT, HANDLER, 1);
    registerAtStart(A, B)
  fi;
  registerAtStart(source, A);
  holds[B] = W;
  perhaps(settlesDirectly = true);
  start(Owner(B, settlesDirectly));
  if
  :: settles = true; start(Settler())
  :: !isDependency -> endsA = true; references[A]++; start(Owner(A, false))
  :: !isDependency -> endsA = true; references[A]++; start(Owner(A, true))
  :: true
  fi,
  assert(ran[A] != hasDetached[A] || endsA);
  assert(ran[B] != hasDetached[B]);
  /* Spec 6.3.7, 6.3.15: work without waiting stages is stopped. */
  assert(wasStopped[W] || (settles && outcome[W] == VALUE));
  /* Spec 6.3.15: nor is it broken. */
  assert(outcome[M] != BROKEN);
  spare(FAILURE))
