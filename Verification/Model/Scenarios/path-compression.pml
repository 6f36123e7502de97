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
  either(node == D, pass(node, source, disposition), forward(node, source, disposition))
}

bool settles, discards, isKept, registers;

thread(Handler(), runHandler(S, INNER); release(INNER); release(S))
thread(Owner(), discardNode(OUTER); release(OUTER))

/* Searches for a node that is not there. */
thread(Searcher(), isAbove(NODES + 1, OUTER); assert(!y_is); release(OUTER))
thread(Registrar(), consume(S, D); release(D); release(S))
thread(Settler(), settleRoot(INNER))

search(
  make(INNER, 0, DEPENDENT, EMPTY, 2);
  make(S, 0, DEPENDENT, EMPTY, 1);
  make(MIDDLE, S, DEPENDENT | FORWARDING, EMPTY, 0);
  make(OUTER, MIDDLE, DEPENDENT | FORWARDING, EMPTY, 2);
  make(D, S, DEPENDENT, HANDLER, 0);
  registerAtStart(S, MIDDLE);
  registerAtStart(MIDDLE, OUTER);
  state[S] = state[S] | CLAIMED;
  perhaps(isKept = true; references[S]++);
  start(Handler());
  if
  :: discards = true; start(Owner())
  :: start(Searcher())
  :: settles = true; references[OUTER]--; start(Settler())
  :: registers = true; references[OUTER]--; references[S]++; references[D]++; start(Registrar())
  fi,
  /* Spec 6.3.13. */
  when(!(state[INNER] & SETTLED),
    assert(!settles && !discards); atomic { start(Settler()) }; allAreFinished);
  assert(outcome[OUTER] == VALUE || (discards && outcome[OUTER] == DISCARDED));
  either(registers, assert(ran[D] && outcome[D] == VALUE), isFreed[D] = true; payload[D] = EMPTY);
  when(isKept, release(S));
  release(OUTER);
  release(INNER))
