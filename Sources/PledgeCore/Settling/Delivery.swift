/// One thread's delivery of outcomes to the consumers of a settled node, to theirs, and so on.
///
/// It is a loop, so the stack does not grow with the chain; its queue is linked through the nodes,
/// so the memory does not grow either. Sources are processed one after the other, breadth first,
/// each until no new consumer has registered, or until another thread takes the delivery over.
///
/// References are passed on (`consume`), so no node is retained along the way.
struct Delivery {
  /// The settled node whose consumers are being served.
  var source: Node
  /// Its consumers, oldest first.
  var list: UInt
  /// Whether the delivery from `source` has ended: it is open, or another thread has taken it over.
  var isReleased = false
  /// One more than the number of consumers to serve before the rest is offered to other threads;
  /// zero while the consumers that registered before the settlement are served.
  var allowance: UInt = 0
  /// The newest consumer at the time of the last offer.
  var newestOffered: UInt = 0
  /// The queue of settled nodes, linked by `aux`; `next` holds the consumers of each.
  private var first: UInt = 0
  private var last: UInt = 0
  /// The broken promise that rejected the first source, if any.
  private let brokenPromise: BrokenPromise?
  /// The job in which the source was settled, while the source has had only one consumer.
  private var job: SharedJob

  /// Creates the delivery from `source`, which is settled and draining, to the consumers that had
  /// registered when it was settled, in `job` if there is one.
  init(from source: Node, newestFirst list: UInt, in job: SharedJob) {
    self.list = Delivery.reversed(list)
    self.brokenPromise = source.brokenPromise
    self.job = job
    self.source = source
  }

  /// Creates the continuation of a delivery from `source` that the caller has taken over.
  init(continuing source: Node) {
    self.list = source.takeRest()
    self.brokenPromise = source.brokenPromise
    self.job = .none
    self.source = source
    allowance = Delivery.newcomers + 1
    if list == 0 { isReleased = !refill() }
  }

  mutating func run() {
    if InstrumentationFlags.current.includeAny(of: .workers), leavesWorker() { return }
    repeat {
      serveSource()
    } while turnToNextSource()
  }

  /// Runs this delivery as no part of the task that has settled the source; `false` if there is no
  /// such task.
  @inline(never) private mutating func leavesWorker() -> Bool { Node.leavingWorker { run() } }

  private mutating func serveSource() {
    while true {
      while list != 0 {
        if allowance != 0, handsOver() { return }
        let isAlone = brokenPromise != nil && Node.isUnique(list)
        let consumer = Node.taking(list)
        list = consumer.next
        serve(consume consumer, isAlone: isAlone)
      }
      if isReleased || !refill() { return }
    }
  }

  @inline(__always) private mutating func serve(_ consumer: consuming Node, isAlone: Bool) {
    // A detached consumer counts as having handled the rejection.
    guard consumer.begin(from: source) else { return source.markHandled() }
    if job.context != nil { elideHop(of: consumer) }
    var disposition = unsafe consumer.entryPoint(consumer, .resolve(with: source))
    if let brokenPromise {
      disposition = brokenPromise.wasDelivered(
        to: consumer,
        of: source,
        isAlone: isAlone,
        disposition
      )
    }
    if disposition != .ignored { source.markHandled() }
    guard disposition.isOutcome else { return }
    // The source is opened before this turns to the consumer: afterwards, no thread would check it.
    let isLast = list == 0 && first == 0 && (isReleased || !refill())
    let consumers = consumer.publish(disposition, honorsDiscardRequest: true, takesList: true)
    if consumers == 0 { return }
    if isLast {
      turn(to: consume consumer, newestFirst: consumers)
    } else {
      enqueue(consume consumer, newestFirst: consumers)
    }
  }

  /// Makes the handler of `consumer` run in the job in progress, if the consumer is the only one
  /// and its handler needs a job of the same context.
  ///
  /// The source is opened first, so that consumers that register while the handler runs need not
  /// wait for it.
  @inline(never) private mutating func elideHop(of consumer: Node) {
    guard list == 0, let context = job.context else { return job.end() }
    let place = unsafe consumer.entryPoint(consumer, .locate)
    guard place == .located(on: context) else { return }
    // At the limit, the source must not be open yet: a later consumer could hop first.
    guard job.takeTurn(), isReleased || !refill() else { return job.end() }
    _ = unsafe consumer.entryPoint(consumer, .elideHop)
    consumer.reportBeginning()
  }

  /// Takes the consumers that have registered since the last call, or opens the source.
  @inline(__always) mutating func refill() -> Bool {
    let newcomers = source.takeListOrOpen()
    isReleased = newcomers == 0
    if isReleased { return false }
    job.end()
    list = Delivery.reversed(newcomers)
    if allowance == 0 { allowance = Delivery.newcomers + 1 }
    return true
  }

  /// Appends a settled node to the queue with the consumers that it had when it was settled.
  ///
  /// Consumers that register before its turn are newcomers.
  private mutating func enqueue(_ node: consuming Node, newestFirst list: UInt) {
    node.aux = 0
    node.next = list
    let word = Node.retaining(consume node)
    if first == 0 {
      first = word
    } else {
      unsafe Node.unmanaged(last)._withUnsafeGuaranteedRef { $0.aux = word }
    }
    last = word
  }

  private mutating func turnToNextSource() -> Bool {
    guard first != 0 else { return false }
    let next = Node.taking(first)
    first = next.takeRest()
    let list = next.next
    turn(to: next, newestFirst: list)
    return true
  }

  @inline(__always) private mutating func turn(to next: consuming Node, newestFirst list: UInt) {
    source = next
    isReleased = false
    self.list = Delivery.reversed(list)
    allowance = 0
  }

  /// Reverses a list, in place.
  @inline(__always) private static func reversed(_ list: UInt) -> UInt {
    var result: UInt = 0
    var rest = list
    while rest != 0 {
      unsafe Node.unmanaged(rest)._withUnsafeGuaranteedRef { node in
        let older = node.next
        node.next = result
        result = rest
        rest = older
      }
    }
    return result
  }
}

extension Node {
  /// Acquires the right to run this consumer's handler.
  ///
  /// Called by the thread that delivers from `source`.
  ///
  /// - Returns: `false` if the consumer has detached or is detaching; `source` may then be freed.
  @inline(__always) final func begin(from source: Node) -> Bool {
    claim() || !clearSource(source)
  }

  /// Clears the source of a consumer that is detaching under a claim, before the source is freed.
  @inline(never) private final func clearSource(_ source: Node) -> Bool {
    if state.loadAcquiring().isSettled { return true }
    let stripe = Stripe(of: source.address)
    stripe.lock()
    if upstream.loadRelaxed().source == source.address {
      upstream.removeAcquiringAndReleasing(.anySource)
    }
    stripe.unlock()
    return true
  }
}
