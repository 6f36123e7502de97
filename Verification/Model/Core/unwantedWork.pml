/* UnwantedWork.swift: whether all consumers of a node are detaching. A worklist is a set of nodes here, each
 * with a reference. It is processed in another order than in the library, where it is an array. */

/* An attachment that stops the work is in `e_stop`. */
inline canBeStopped(node, is) {
  d_step {
    touch(node);
    is = (!(upstream[node] & SHARED) && ((upstream[node] & STOPPABLE) || e_stop))
  }
}

/* For a pending node in its deinit. */
inline hasOnlyDetachingConsumers(node, are) {
  lock(node);
  load(node, state, q_found);
  addConsumers(q_found);
  q_found = 0;
  unlock(node);
  areDetaching(are)
}

/* Whether each node of the worklist has been claimed, or its last consumer is about to detach. */
inline areDetaching(are) {
  are = true;
  do
  :: q_rest != 0 ->
    d_step {
      q_node = NODES;
      do
      :: !(q_rest & (1 << q_node)) -> q_node--
      :: else -> break
      od;
      q_rest = q_rest & ~(1 << q_node)
    };
    when(are, findInterest(q_node); are = !q_isOwn; q_isOwn = 0);
    release(q_node);
    q_node = 0
  :: else -> break
  od
}

/* interest: whether a node waits for its source on its own behalf. If it waits only for its consumers, they
 * are added to the worklist. */
inline findInterest(node) {
  lock(node);
  markEdited(node, q_ok);
  when(q_ok && !(o_found & CLAIMED),
    q_found = o_found;
    load(node, upstream, o_found);
    either(pointer(q_found) == 0 || (o_found & SHARED), q_isOwn = true, addConsumers(q_found)));
  unlock(node);
  q_found = 0; q_ok = 0; o_found = 0; o_ok = 0
}

/* waitingConsumers(in:). One step: nothing removes entries from the list in the meantime. */
inline addConsumers(word) {
  d_step {
    q_entry = pointer(word);
    do
    :: q_entry != 0 ->
      touch(q_entry);
      assert(references[q_entry] > 0 && !(q_rest & (1 << q_entry)));
      references[q_entry]++;
      q_rest = q_rest | (1 << q_entry);
      q_entry = next[q_entry]
    :: else -> break
    od
  }
}
