/* A block for undelivered values is declared while a value arrives: from a thread that settles the promise, or
 * from its handler. Then a consumer registers, which may detach, or the promise is read, discarded, or released.
 * Concurrently, the promise is settled with another value, or is discarded. */
#define NODES 2
#define P 1
#define C 2
#define DISPOSALS 2
#define resolve observeValue
#include "../core.pml"

bool wasDeclared[OTHER_VALUE + 1]; /* before the value arrived */

/* Declares the block before it uses the promise (spec 6.9.12). */
proctype Owner() {
  LOCALS;
  addDisposal(P);
  if
  :: d_step { make(C, P, DEPENDENT, HANDLER, 1) };
    consume(P, C);
    perhaps(discardNode(C));
    release(C)
  :: read(P)
  :: true
  fi;
  release(P);
  finish
}

thread(Producer(byte value), wasDeclared[value] = rules[P]; tryFulfill(P, value); release(P))
thread(Handler(), wasDeclared[VALUE] = rules[P]; put(P, VALUE); settle(P, FULFILLED, true); release(P))
thread(Discarder(), discardNode(P); release(P))

#define isDecidedOnce(value) \
  (made[value] <= 1 && (made[value] == 1 || !(wasDeclared[value] || outcome[P] == value)))

searchWithOwnStripes(
  if
  :: make(P, 0, 0, EMPTY, 3); start(Producer(VALUE))
  :: make(P, 0, DEPENDENT, EMPTY, 3); state[P] = CLAIMED; start(Handler())
  fi;
  perhaps(state[P] = state[P] | EDITED);
  start(Owner());
  if :: start(Producer(OTHER_VALUE)) :: start(Discarder()) fi,
  assert(isDecidedOnce(VALUE) && isDecidedOnce(OTHER_VALUE));
  spare(C))
