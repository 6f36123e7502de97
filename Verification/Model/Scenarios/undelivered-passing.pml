/* A value is passed on to a stage, S, whose handler has returned INNER: from its source, P, before the handler
 * runs, or from INNER, which is settled now. S has a block of its own if P has one. Concurrently, S is discarded;
 * or is settled with another value, which a consumer receives; or a stage that forwards from S is read. */
#define NODES 4
#define P 1
#define INNER 2
#define S 3
#define C 4
#define DISPOSALS 2
#include "../core.pml"

inline resolve(node, source, disposition) {
  either(upstream[node] & FORWARDING,
    forward(node, source, disposition), observeValue(node, source, disposition))
}

thread(Handler(), passOn(S, P, INNER); release(INNER); release(S); release(P))
thread(Producer(), tryFulfill(INNER, VALUE); release(INNER))
thread(Owner(), discardNode(S); release(S))
thread(Settler(), beginSettling(S, ok); when(ok, put(S, OTHER_VALUE); settle(S, FULFILLED, false)); release(S))
thread(Reader(), read(C); release(C))

search(
  make(P, 0, 0, VALUE, 1);
  make(INNER, 0, DEPENDENT, EMPTY, 2);
  make(S, 0, DEPENDENT, EMPTY, 3);
  if
  :: rules[P] = true; prepare(P); state[P] = SETTLED | DISPOSABLE; rules[S] = true; state[S] = CLAIMED | EDITED
  :: state[P] = SETTLED; rules[INNER] = true; state[INNER] = EDITED; state[S] = CLAIMED
  fi;
  start(Handler()); start(Producer());
  if
  :: isFreed[C] = true; start(Owner())
  :: makeConsumer(C, S, 0); start(Settler())
  :: make(C, S, DEPENDENT | FORWARDING, EMPTY, 1); registerAtStart(S, C); references[S] = 1; start(Reader())
  fi,
  /* Spec 6.9.1, 6.9.5, 6.9.17: a value is disposed of by now, unless S holds it, the last promise. */
  for (w : 1 .. disposals) {
    assert(isReceived[valueOf[w]] || wasDisposed[w] == (isFreed[S] || outcome[S] != valueOf[w]))
  };
  when(!isFreed[S], release(S)))
