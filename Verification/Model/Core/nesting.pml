/* Nesting.swift: whether a thread has as many handlers on its stack as may nest, and what it does with a
 * settled node then. */

#ifdef NESTS
#define isAtLimit atLimit
#define NESTING_LOCALS ; bool atLimit; byte late

/* Queues a settled and draining node for the outermost handler's return; one is all that a scenario
 * needs. */
inline putOff(node) {
  d_step { touch(node); assert(late == 0); aux[node] = 0; references[node]++; late = node }
}

/* The outermost handler returns: deliverFirst. */
inline deliverLater() {
  atLimit = false;
  if
  :: late != 0 ->
    takeListOrOpen(late, true, s_list);
    if
    :: s_list != 0 -> deliver(late, s_list)
    :: else
    fi;
    release(late);
    late = 0; s_list = 0
  :: else
  fi
}
#else
#define isAtLimit false
#define NESTING_LOCALS
#define putOff(node) assert(false)
#endif
