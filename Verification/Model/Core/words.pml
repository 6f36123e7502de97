/* StateWord.swift, Node.swift, Stripe.swift: the words of a node, its memory, and the locks.
 *
 * A node is a number from 1 to NODES. Its address is that number shifted by four bits. Where an assertion checks
 * a clause of the specification, a comment names the clause. */

/* enum State: a tag has one meaning while the node is pending, and another one once it is settled. */
#define SETTLED 1
#define PINNED 2            /* pending, not claimed */
#define DISCARD_REQUESTED 2 /* pending, claimed */
#define DRAINING 2          /* settled */
#define CLAIMED 4           /* pending */
#define REJECTED 4          /* settled */
#define EDITED 8            /* pending */
#define HANDLED 8           /* rejected */
#define DISPOSABLE 8        /* fulfilled */
/* Settled, without a delivery in progress or a waiting consumer: State.isOpen. */
#define isOpenNow(word) (((word) & (SETTLED | DRAINING | POINTER)) == SETTLED)
#define isPinned(word) (((word) & (SETTLED | CLAIMED | PINNED)) == PINNED)

/* enum Upstream */
#define STOPPABLE 1
#define SHARED 2
#define DEPENDENT 4
#define FORWARDING 8

#define address(node) ((node) << 4)
#define pointer(word) ((word) >> 4)
#define tags(word) ((word) & 15)

/* struct Disposition */
#define NOTHING 0
#define FULFILLED SETTLED
#define FAILED (SETTLED | REJECTED)
#define FAILED_AND_HANDLED (SETTLED | REJECTED | HANDLED)
#define isOutcome(disposition) ((disposition) & SETTLED)

/* The contents of a payload. */
#define EMPTY 0
#define HANDLER 1
#define BLOCK 2
#define LINK_BELOW 3 /* of a forwarder, while a discard goes up the chain */
#define LINK 4       /* while it goes back down */
#define VALUE 5
#define DISCARDED 7
#define BROKEN 8
#define CYCLE 9
#define OTHER_VALUE 10
#define holdsOutcome(node) (payload[node] >= VALUE)

byte state[NODES + 1];
byte upstream[NODES + 1];
byte next[NODES + 1];
short aux[NODES + 1];
byte payload[NODES + 1];
byte linkNext[NODES + 1]; /* LINK_BELOW, or Link.next, which is in the payload, too */

/* Reference counts and memory, which the runtime maintains. A node whose count has reached zero is in its
 * deinit until `isFreed` is set; it must not be touched after that. */
byte references[NODES + 1];
bit isFreed[NODES + 1];

/* Ghost variables, which only assertions read. */
bit ran[NODES + 1];         /* its handler has run */
byte outcome[NODES + 1];    /* the payload that it was settled with */
bit hasDetached[NODES + 1]; /* its handler has been released without having run */
byte waiting[NODES + 1]; /* consumers that registered with it and were neither started nor released */
byte tickets[NODES + 1]; /* registrations with it */
byte ticket[NODES + 1];  /* which registration this consumer is */
byte begun[NODES + 1];   /* the ticket that was started last */
byte linked[NODES + 1];  /* what `linkBelow` was set to */
byte holds[NODES + 1];   /* a node that its handler retains */
byte deliverer[NODES + 1];  /* the thread that delivers from it, and may set or clear DRAINING */
bit wasStopped[NODES + 1];  /* its discard block has been taken to be run */

/* Statements for which Promela has no short form. A loop around `when` may be left by its action. */
#define when(condition, action) if :: condition -> action :: else fi
#define either(condition, action, otherwise) if :: condition -> action :: else -> otherwise fi

/* The local variables of a thread. Inlines have none of their own, so each function has a prefix. */
#define LOCALS \
  bool ok; byte disposition; /* of the scenario */ \
  bool c_ok; bool c_isOther; byte c_found; /* claim, unclaim, pin, beginSettling */ \
  bool a_ok; byte a_found; /* attach */ \
  bool p_ok; bool p_isHonored; byte p_found; byte p_bits; byte p_list; /* publish */ \
  byte t_found; bool t_ok; byte t_list; /* takeListOrOpen */ \
  byte e_dependency; byte e_consumer; byte e_list; bool e_stop; bool e_hasDetached; /* endEdits */ \
  byte d_source; byte d_list; byte d_first; byte d_last; byte d_consumer; byte d_disposition; \
  byte d_waiting; byte d_count; byte d_next; bool d_isReleased; bool d_isLast; bool d_ok; /* Delivery */ \
  byte s_list; /* settle */ \
  byte l_word; byte l_now; byte l_unused; /* detachFromSource */ \
  byte o_found; byte o_head; byte o_next; byte o_dead; byte o_flags; bool o_ok; bool o_isEmpty; \
  byte o_retained; byte o_kept; byte o_entry; short o_aux; byte o_live; /* didDetachConsumer */ \
  byte w_top; byte w_below; byte w_next; byte w_dependency; byte w_found; bool w_hasDetached; bool w_ok; \
  byte w_firstTop; byte w_firstBelow; byte w_otherTop; byte w_otherBelow; \
  byte w_first; byte w_last; byte w_current; /* DiscardPropagation */ \
  byte r_zero; byte r_found; byte r_list; byte r_rest; byte r_failure; byte r_consumer; /* drop, deinit */ \
  bool r_lastHasDetached; bool r_isStopped; bool r_isUnwanted; byte g_dropped; /* endPending, releaseCapture */ \
  short q_rest; byte q_node; byte q_entry; byte q_found; bool q_isOwn; bool q_ok; /* areDetaching */ \
  bool f_ok; byte f_found; /* follow */ \
  bool u_ok; bool u_isHeld; byte u_found; byte u_middle; byte u_now; byte u_theirs; \
  byte u_consumer; byte u_spent; /* splice, unlinkForwarder, compressPath */ \
  bool h_ok; byte h_found; byte h_consumer; byte h_inner; byte h_successor; byte i_found; \
  bool y_is; bool y_ok; byte y_found; byte y_current; byte y_source; byte y_mark; byte y_steps; \
  byte y_limit; byte y_other; byte y_seen; /* breakCycle */ \
  byte b_now; bool b_ok /* begin, redirect */ \
  NESTING_LOCALS \
  HANDOVER_LOCALS \
  DISPOSAL_LOCALS

/* MARK: Memory */

inline touch(node) { assert(node != 0 && node <= NODES && !isFreed[node]) }

inline retain(node) {
  d_step { touch(node); assert(references[node] > 0); references[node]++ }
}

#ifdef BUG_RETAINS_IN_DEINIT
#define canBeRetained(node) true
#else
#define canBeRetained(node) (references[node] > 0)
#endif

/* pledge_try_retain: `ok` is false if the deinit has begun. */
inline tryRetain(node, ok) {
  d_step { touch(node); ok = canBeRetained(node); when(ok, references[node]++) }
}

/* swift_weakLoadStrong: it never accesses freed memory. */
inline loadWeak(node, ok) {
  d_step { ok = references[node] > 0; when(ok, references[node]++) }
}

/* Releases a reference. If it is the last one, the deinit must only have to release the payload, as for a
 * settled node or an observer that has run; `end` asserts this. Where the node may be pending with work or
 * consumers, `drop` of nodeDeinit.pml is called instead. */
inline release(node) {
  d_step {
    touch(node);
    assert(references[node] > 0);
    references[node]--;
    when(references[node] == 0, end(node))
  }
}

/* Frees a node: it has no consumers, and its payload is its outcome or empty. */
inline end(node) {
  assert(pointer(state[node]) == 0 && !hasEntry[node]);
  assert(!(state[node] & SETTLED) || !(state[node] & DRAINING));
  assert(payload[node] == EMPTY || ((state[node] & SETTLED) && holdsOutcome(node)));
  ifDisposals(releaseDisposals(node));
  payload[node] = EMPTY; isFreed[node] = true;
  /* Nothing reads the node again, so its words need not distinguish states. */
  state[node] = 0; upstream[node] = 0; next[node] = 0; aux[node] = 0; deliverer[node] = 0;
}

#define isUnique(node) (references[node] == 1)

/* MARK: Atomic words */

/* Macros, because an array without an index cannot be passed to an inline. */
#define load(node, word, found) d_step { touch(node); found = word[node] }

/* Replaces `found`; on failure, `ok` is false and `found` is the word that was read. */
#define exchange(node, word, found, desired, ok) exchangeAnd(node, word, found, desired, ok, skip)
/* The same with effects on ghost variables. */
#define exchangeAnd(node, word, found, desired, ok, effects) \
  d_step { \
    touch(node); \
    either(word[node] == found, word[node] = (desired); ok = true; effects, found = word[node]; ok = false) \
  }

#define insert(node, word, bits) d_step { touch(node); word[node] = word[node] | (bits) }
#define remove(node, word, bits) d_step { touch(node); word[node] = word[node] & ~(bits) }

#define POINTER 240

/* MARK: Payload */

inline put(node, content) {
  d_step { touch(node); assert(payload[node] == EMPTY); payload[node] = content }
}

/* Part of a step. */
inline take(node, content) { touch(node); assert(payload[node] == content); payload[node] = EMPTY }

/* Attachments.swift: the table, in which a node has at most one entry. */
bit hasEntry[NODES + 1];
byte dependencies[NODES + 1]; /* a consumer of another node; one is enough */
bit stops[NODES + 1]; /* something to stop */

/* MARK: Stripes
 *
 * Each node has its own stripe, or all nodes share one: both are searched. */
bit allShareOne;
byte holder[NODES + 1];
#define stripe(node) (allShareOne -> 0 : node)

inline lock(node) {
  atomic { holder[stripe(node)] == 0 -> holder[stripe(node)] = _pid + 1 }
}

inline tryLock(node, ok) {
  d_step {
    either(holder[stripe(node)] == 0, holder[stripe(node)] = _pid + 1; ok = true, ok = false)
  }
}

inline unlock(node) {
  d_step { assert(holder[stripe(node)] == _pid + 1); holder[stripe(node)] = 0 }
}

#define isHeld(node) (holder[stripe(node)] == _pid + 1)
