/* Delivery.swift. */

/* Delivery(from:newestFirst:). Like others with many calls, it is a macro: spin limits how inlines nest. */
#define deliver(node, newestFirst) \
  retain(node); \
  d_source = node; \
  reverse(newestFirst, d_list); \
  d_isReleased = false; \
  runDelivery()

#ifdef DEFERS
/* Delivery(continuing:), for a thread that has taken over the delivery. */
inline continueDelivery(node) {
  retain(node);
  d_source = node;
  takeRest(d_source, d_list);
  when(d_list == 0, refill());
  runDelivery()
}
#endif

/* run(). The nodes of the queue are linked by `aux`; `next` of each is its list. */
inline runDelivery() {
  do
  :: d_list != 0 ->
    handsOver();
    when(!d_isReleased, /* unless handed over */
      d_step {
        touch(d_list);
        d_consumer = d_list; d_list = next[d_consumer];
        assertDelivers(d_source);
        assertNextTicket(d_source, d_consumer)
      };
      serve())
  :: d_list == 0 && !d_isReleased -> refill()
  :: d_list == 0 && d_isReleased && d_first != 0 -> turnToNextSource()
  :: d_list == 0 && d_isReleased && d_first == 0 -> break
  od;
  release(d_source);
  d_source = 0; d_consumer = 0; d_isReleased = 0; endHandover()
}

inline serve() {
  begin(d_consumer, d_source, d_ok);
  when(d_ok, resolve(d_consumer, d_source, d_disposition));
  d_step { touch(d_source); d_ok = false; waiting[d_source]-- };
  markHandled(d_source);
  if
  :: isOutcome(d_disposition) ->
    when(d_list == 0 && d_first == 0 && !d_isReleased, refill());
    d_isLast = (d_list == 0 && d_first == 0 && d_isReleased);
    publish(d_consumer, d_disposition, true, true, d_waiting);
    assert(e_dependency == 0); /* no consumer of a scenario has a dependency */
    if
    :: d_waiting == 0 -> release(d_consumer)
    :: d_waiting != 0 && d_isLast ->
      release(d_source);
      d_source = d_consumer; d_isReleased = false;
      reverse(d_waiting, d_list)
    :: d_waiting != 0 && !d_isLast -> enqueue(d_consumer)
    fi
  :: else -> release(d_consumer)
  fi;
  d_consumer = 0; d_disposition = 0; d_waiting = 0; d_isLast = 0; d_ok = 0
}

inline refill() {
  takeListOrOpen(d_source, true, d_waiting);
  d_isReleased = (d_waiting == 0);
  reverse(d_waiting, d_list);
  d_waiting = 0
}

inline enqueue(node) {
  d_step { touch(node); aux[node] = 0; next[node] = d_waiting };
  d_step {
    either(d_first == 0, d_first = node, touch(d_last); aux[d_last] = address(node));
    d_last = node
  }
}

inline turnToNextSource() {
  release(d_source);
  d_step {
    touch(d_first);
    d_source = d_first; d_first = pointer(aux[d_source]); aux[d_source] = 0; d_isReleased = false;
    assert(d_first <= NODES);
    when(d_first == 0, d_last = 0)
  };
  reverse(next[d_source], d_list)
}

/* Reverses a list. It writes only `next`, which belongs to the delivering thread. One step: the entries
 * are no longer in the word, and only the delivering thread reads their `next`. */
inline reverse(list, reversed) {
  d_step {
    d_count = list; reversed = 0;
    do
    :: d_count != 0 ->
      touch(d_count);
      d_next = next[d_count]; next[d_count] = reversed; reversed = d_count; d_count = d_next
    :: else -> break
    od;
    d_next = 0
  }
}

/* Spec 3.3.1: handlers start in the order of registration. */
inline assertNextTicket(source, consumer) {
  assert(ticket[consumer] > begun[source]);
  begun[source] = ticket[consumer]
}

/* One thread at a time delivers from a node, and only that thread accesses DRAINING or `aux`. */
inline beginDelivering(node) { assert(deliverer[node] == 0); deliverer[node] = _pid + 1 }
inline assertDelivers(node) { assert(deliverer[node] == _pid + 1) }
inline endDelivering(node) { assertDelivers(node); deliverer[node] = 0 }

/* Node.begin(from:): claims the right to run a handler, or makes a detaching consumer, which has the
 * claim, forget the source that is about to be freed. */
inline begin(consumer, source, ok) {
  claim(consumer, ok);
#ifndef BUG_SOURCE_NOT_CLEARED
  when(!ok, clearSource(consumer, source))
#endif
}

inline clearSource(consumer, source) {
  load(consumer, state, b_now);
  when(!(b_now & SETTLED),
    lock(source);
    load(consumer, upstream, b_now);
    when(pointer(b_now) == source, remove(consumer, upstream, POINTER));
    unlock(source));
  b_now = 0
}
