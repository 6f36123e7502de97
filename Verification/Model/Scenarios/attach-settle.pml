/* One thread settles while two others register handlers: before, during, and after the settlement. Every
 * handler runs once, and those that one thread registers run in order. */
#define NODES 4
#define P 1
#define resolve observe
#include "../core.pml"

thread(Settler(), pin(P, ok); put(P, VALUE); settle(P, FULFILLED, false); drop(P))

/* Registers handlers without keeping a reference to them. */
proctype Registrar(byte first; byte last) {
  LOCALS; byte c = first;
  do
  :: c <= last -> consume(P, c); release(c); c++
  :: else -> break
  od;
  drop(P);
  finish
}

searchWithOwnStripes(
  make(P, 0, 0, EMPTY, 3);
  make(2, P, DEPENDENT, HANDLER, 1);
  make(3, P, DEPENDENT, HANDLER, 1);
  make(4, P, DEPENDENT, HANDLER, 1);
  start(Settler()); start(Registrar(2, 3)); start(Registrar(4, 4)),
  assert(ran[2] && ran[3] && ran[4]))
