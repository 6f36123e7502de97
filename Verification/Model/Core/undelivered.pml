/* Disposal.swift, DisposalEntry.swift, Undelivered.swift: values that are received, or else disposed of. A scenario
 * with rules for such values defines DISPOSALS, the number of disposals that it needs. One rule per node is
 * enough, and values are distinguished by their content. */

#define hasValue(word) (((word) & (SETTLED | REJECTED)) == SETTLED)
#define isDisposable(word) (((word) & (SETTLED | REJECTED | DISPOSABLE)) == (SETTLED | DISPOSABLE))

#ifndef DISPOSALS
#define DISPOSAL_LOCALS
#define hasDisposals(node) false
#else
#define DISPOSAL_LOCALS ; byte v_found; byte v_disposal; byte v_rest; byte v_unused

/* struct DisposalEntry. A step under the stripe that accesses only the table includes the lock. */
bit rules[NODES + 1];
bit appliedRules[NODES + 1];
byte disposal[NODES + 1];
byte parts[NODES + 1]; /* one is enough */
#define hasDisposals(node) (rules[node] || disposal[node] != 0 || parts[node] != 0)
#define withDisposals(node, body) d_step { holder[stripe(node)] == 0 -> touch(node); body }

/* class Disposal. A disposal is a number, and has one of the same value that was declared further up as part. */
byte disposals;
byte holders[DISPOSALS + 1];
bit isDecided[DISPOSALS + 1];
byte part[DISPOSALS + 1];

/* Ghost variables */
byte valueOf[DISPOSALS + 1];
bit wasDisposed[DISPOSALS + 1];
byte made[OTHER_VALUE + 1];
bit isReceived[OTHER_VALUE + 1];
hidden byte v_current;

/* MARK: Disposals */

/* disposal(of:after:). Part of a step. */
inline makeDisposal(value, earlier) {
  disposals++; made[value]++;
  assert(disposals <= DISPOSALS);
  holders[disposals] = 1; valueOf[disposals] = value; part[disposals] = earlier
}

/* Releases a reference; the deinit disposes of the value. Part of a step. */
inline releaseReference(id) {
  v_current = id;
  do
  :: v_current != 0 ->
    assert(holders[v_current] > 0);
    holders[v_current]--;
    when(holders[v_current] != 0, break);
    assert(isDecided[v_current] || !isReceived[valueOf[v_current]]); /* spec 6.9.2 */
    when(!isDecided[v_current], isDecided[v_current] = true; wasDisposed[v_current] = true);
    v_current = part[v_current]
  :: else -> break
  od;
  v_current = 0 /* because a d_step cannot end with a break */
}

inline releaseDisposal(id) { when(id != 0, d_step { releaseReference(id); id = 0 }) }

inline receive(id) {
  v_rest = id;
  do
  :: v_rest != 0 ->
#ifdef BUG_PARTS_NOT_RECEIVED
    d_step { isDecided[v_rest] = true; v_rest = 0 }
#else
    d_step { either(isDecided[v_rest], v_rest = 0, isDecided[v_rest] = true; v_rest = part[v_rest]) }
#endif
  :: else -> break
  od
}

/* MARK: Declaration */

/* add(_:) */
inline addDisposal(node) {
  lock(node);
#ifdef BUG_DECLARES_WITHOUT_MARK
  load(node, state, o_found);
#else
  markEdited(node, o_ok);
#endif
  d_step { rules[node] = true; when(hasValue(o_found), prepare(node)) };
  when(hasValue(o_found), insert(node, state, DISPOSABLE));
  unlock(node);
  o_found = 0; o_ok = 0
}

/* Adds `v_disposal`, unless the node is settled. */
inline adopt(node) {
  lock(node);
  markEdited(node, o_ok);
  when(o_ok, d_step { assert(disposal[node] == 0); disposal[node] = v_disposal; v_disposal = 0 });
  unlock(node);
  o_found = 0; o_ok = 0
}

/* MARK: Settlement */

/* Part of a step. */
inline prepare(node) {
  when(rules[node] && !appliedRules[node],
    makeDisposal(payload[node], disposal[node]); disposal[node] = disposals; appliedRules[node] = true)
}

/* After a claim to settle the node directly. */
inline giveUpPassedValue(node) {
  touch(node);
#ifndef BUG_KEEPS_PASSED_VALUE
  when(state[node] & EDITED,
    withDisposals(node, assert(parts[node] == 0); parts[node] = disposal[node]; disposal[node] = 0))
#endif
}

/* The state to publish is in `p_bits`. */
inline preparedOutcome(node) {
  withDisposals(node, prepare(node); p_bits = (disposal[node] != 0 -> FULFILLED | DISPOSABLE : FULFILLED))
}

inline endDisposals(node) {
  lock(node);
  load(node, state, v_found);
  d_step {
    when(hasValue(v_found), prepare(node));
    /* takeUnused(isRejected:) */
    v_unused = parts[node]; parts[node] = 0;
    when((v_found & REJECTED) && disposal[node] != 0,
      assert(v_unused == 0); v_unused = disposal[node]; disposal[node] = 0)
  };
  when(hasDisposals(node) && hasValue(v_found), insert(node, state, DISPOSABLE));
  unlock(node);
  releaseDisposal(v_unused);
  v_found = 0
}

/* Cell.tryFulfill, and disposeOfLate */
inline tryFulfill(node, value) {
  beginSettlingRoot(node, ok);
  if
  :: ok -> put(node, value); settle(node, FULFILLED, false)
  :: else ->
    withDisposals(node, ok = rules[node]);
    when(ok, d_step { makeDisposal(value, 0); releaseReference(disposals) })
  fi
}

/* MARK: Delivery */

/* take(from:for:). `isDerived`: the value is now that of the stage; otherwise, the handler receives it. */
inline takeFrom(node, source, isDerived) {
  load(source, state, v_found);
  when(isDisposable(v_found),
    loadDisposal(source);
    assert(v_disposal != 0);
    either(isDerived, adopt(node), receive(v_disposal));
    releaseDisposal(v_disposal));
  v_found = 0
}

/* Node.disposal, with a reference. */
inline loadDisposal(node) {
  withDisposals(node, v_disposal = disposal[node]; when(v_disposal != 0, holders[v_disposal]++))
}

#ifdef BUG_READS_BEFORE_DISPOSALS_END
#define endDisposalsOfRead(node) skip
#else
#define endDisposalsOfRead(node) endDisposals(node)
#endif

/* Cell.outcome, and receiveValueBeforeOpened */
inline read(node) {
  load(node, state, v_found);
  when(hasValue(v_found),
    when(v_found & (DRAINING | DISPOSABLE),
      endDisposalsOfRead(node);
      loadDisposal(node);
      receive(v_disposal);
      releaseDisposal(v_disposal));
    d_step { touch(node); isReceived[payload[node]] = true });
  v_found = 0
}

/* An observer that receives the value. */
inline observeValue(node, source, disposition) {
  takeHandler(node);
  takeFrom(node, source, false);
  d_step { touch(source); when(hasValue(state[source]), isReceived[payload[source]] = true) };
  disposition = NOTHING
}

/* run(_:with:) of a stage that the value is passed on to, and whose handler returns `inner`. */
#ifdef BUG_ADOPTS_AFTER_HANDLER
#define passOn(stage, source, inner) runHandler(stage, inner); takeFrom(stage, source, true)
#else
#define passOn(stage, source, inner) takeFrom(stage, source, true); runHandler(stage, inner)
#endif

/* MARK: End */

/* In the deinit, unless the node has a plain value, or is pending and not edited. Part of a step. */
inline releaseDisposals(node) {
  when(hasDisposals(node) && (state[node] & (REJECTED | DISPOSABLE)),
    assert(!isHeld(node)); /* a block may lock it */
    releaseReference(disposal[node]);
    releaseReference(parts[node]);
    disposal[node] = 0; parts[node] = 0; rules[node] = false; appliedRules[node] = false)
}

/* Spec 6.9.1, 6.9.2, 6.9.11: if no node is left, each value was received or disposed of. Part of a step. */
inline assertDecided() {
  for (w : 1 .. disposals) {
    assert(holders[w] == 0 && wasDisposed[w] != isReceived[valueOf[w]])
  }
}
#endif
