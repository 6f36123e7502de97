/* An iteration of a loop: the handler of S returns INNER, and the only consumer of S, OUTER, is a
 * forwarder. It is handed over to INNER, and S is removed if nothing else refers to it. Concurrently, INNER
 * may be settled, and OUTER may be discarded, or a thread with a reference to S may register with S. */
#define NODES 5
#define INNER 1
#define S 2
#define OUTER 3
#define C 4
#define D 5
#include "../core.pml"

inline resolve(node, source, disposition) {
  either(node == S || node == OUTER, forward(node, source, disposition), pass(node, source, disposition))
}

bool settles, discards, registers;

thread(Handler(), runHandler(S, INNER); release(INNER); release(S))
thread(Owner(), discardNode(OUTER); release(OUTER))
thread(Registrar(), consume(S, D); release(D); release(S))
thread(Settler(), settleRoot(INNER))

search(
  make(INNER, 0, DEPENDENT, EMPTY, 2);
  make(S, 0, DEPENDENT, EMPTY, 1);
  make(OUTER, S, DEPENDENT | FORWARDING, EMPTY, 0);
  makeConsumer(C, OUTER, 0);
  make(D, S, DEPENDENT, HANDLER, 0);
  registerAtStart(S, OUTER);
  state[S] = state[S] | CLAIMED;
  start(Handler());
  if
  :: discards = true; references[OUTER]++; start(Owner())
  :: registers = true; references[S]++; references[D]++; start(Registrar())
  :: true
  fi;
  perhaps(settles = true; start(Settler())),
  /* Spec 6.3.13. */
  when(!(state[INNER] & SETTLED),
    assert(!settles && !discards); atomic { start(Settler()) }; allAreFinished);
  assert(ran[C] && outcome[C] == outcome[OUTER]);
  assert(outcome[OUTER] == VALUE || (discards && outcome[OUTER] == DISCARDED));
  /* Spec 4.3. */
  either(registers, assert(ran[D] && outcome[D] == VALUE), isFreed[D] = true; payload[D] = EMPTY);
  release(INNER))
