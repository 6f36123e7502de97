/* StageHandler.swift, reduced to the effects of a consumer on the protocol. */

/* Takes the handler out of the payload and runs it: at most once (spec 3.1.3). */
inline takeHandler(node) {
  d_step {
    take(node, HANDLER);
    assert(!ran[node] && !hasDetached[node]);
    ran[node] = true;
    releaseCapture(node);
    assert(g_dropped == 0)
  }
}

/* Releases the reference of a handler. If it is the last one, the node is freed if it is settled, and
 * recorded otherwise. Part of a step. */
inline releaseCapture(node) {
  when(holds[node] != 0,
    touch(holds[node]);
    assert(references[holds[node]] > 0);
    references[holds[node]]--;
    when(references[holds[node]] == 0,
      either(state[holds[node]] & SETTLED, end(holds[node]), g_dropped = holds[node]));
    holds[node] = 0)
}

/* A stage that passes the outcome on. */
inline pass(node, source, disposition) {
  takeHandler(node);
  copyOutcome(node, source, disposition)
}

/* An observer, which is not a promise. */
inline observe(node, source, disposition) {
  takeHandler(node);
  d_step {
    touch(source);
    assert((state[source] & SETTLED) && holdsOutcome(source));
    disposition = NOTHING
  }
}

/* MARK: Making nodes, in `init` */

/* `count` is the initial number of references. */
inline make(node, source, flags, content, count) {
  upstream[node] = address(source) | (flags); payload[node] = content; references[node] = count
}

/* Registers a consumer from the start; the list owns one more reference. */
inline registerAtStart(node, consumer) {
  next[consumer] = pointer(state[node]);
  state[node] = address(consumer) | tags(state[node]);
  references[consumer]++;
  register(node, consumer)
}

#define makeConsumer(node, source, count) \
  make(node, source, DEPENDENT, HANDLER, count); registerAtStart(source, node)

/* MARK: Threads */

byte running;
#define start(thread) running++; run thread
#define finish running--
#define thread(name, body) proctype name { LOCALS; body; finish }
/* Both choices are searched. */
#define perhaps(action) if :: action :: true fi

/* A node without a source is settled, or any node, unless another thread was first. */
#define settleRoot(node) beginSettlingRoot(node, ok); settleIfOk(node)
#define settleDirectly(node) beginSettling(node, ok); settleIfOk(node)
#define settleIfOk(node) when(ok, put(node, VALUE); settle(node, FULFILLED, false))
/* The handler of a claimed stage returns `inner`: Job.run(). */
#define runHandler(stage, inner) \
  follow(stage, inner, disposition); when(isOutcome(disposition), settle(stage, disposition, true))

/* MARK: At the end */

/* A reserved node that was not needed. */
inline spare(node) {
  when(references[node] == 0, isFreed[node] = true)
}

#define allAreFinished (running == 0)

/* The process that starts the threads and checks their result. */
#define search(arrangement, result) searchWithOwnStripes(select(allShareOne : 0 .. 1); arrangement, result)
#define searchWithOwnStripes(arrangement, result) \
  init { byte w; atomic { arrangement }; allAreFinished; result; assertEnd() }

/* Nothing leaks, no lock is held, and every consumer has been notified. */
inline assertEnd() {
  d_step {
    for (w : 1 .. NODES) {
      assert(references[w] == 0 && isFreed[w]);
      assert(holder[w] == 0 && waiting[w] == 0 && payload[w] == EMPTY && !hasDisposals(w))
    };
    assert(holder[0] == 0);
    ifDisposals(assertDecided());
    w = 0
  }
}
