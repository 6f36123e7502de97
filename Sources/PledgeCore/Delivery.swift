/// One thread's delivery of outcomes: to the consumers of a settled node, to theirs, and so on.
///
/// It is a loop, so its stack does not grow with the chain, and its queue is linked through the
/// nodes, so its memory does not either. Sources are served one after the other, breadth first, each
/// until no consumer has registered meanwhile, or until another thread takes it over.
///
/// References are handed on (`consume`), so nothing is retained on the way.
struct Delivery {
  /// The settled node whose consumers are being served.
  var source: Node
  /// Its consumers, oldest first.
  var list: UInt
  /// Whether this delivery has ended for `source`: it is open, or another thread has taken it over.
  var isReleased = false
  /// How many more consumers are served before the rest is offered to threads that register, plus one;
  /// zero while those are served that had registered before the settlement.
  var allowance: UInt = 0
  /// The newest consumer when the rest was last offered.
  var newestOffered: UInt = 0
  /// Settled nodes whose consumers, in `next`, wait for their turn, linked by `aux`.
  private var first: UInt = 0
  private var last: UInt = 0
  /// What this delivery tells of, if it is the loss of a producer.
  private let brokenPromise: BrokenPromise?

  /// Prepares to deliver from `source`, which is settled and draining, to the consumers that had
  /// registered when it was settled.
  init(from source: Node, newestFirst list: UInt) {
    self.list = Delivery.reversed(list)
    self.brokenPromise = source.brokenPromise
    self.source = source
  }

  /// Prepares to go on with the delivery from `source`, which the caller has taken over.
  init(continuing source: Node) {
    self.list = source.takeRest()
    self.brokenPromise = source.brokenPromise
    self.source = source
    allowance = Delivery.newcomers + 1
    if list == 0 { isReleased = !refill() }
  }

  mutating func run() {
    repeat {
      serveSource()
    } while turnToNextSource()
  }

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
    // Who has left could have heard of a rejection, and did not want to.
    guard consumer.begin(from: source) else { return source.markHandled() }
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
    // The source is opened first: once it is left for the consumer, nobody would look at it again.
    let isLast = list == 0 && first == 0 && (isReleased || !refill())
    let consumers = consumer.publish(disposition, honorsDiscardRequest: true, takesList: true)
    if consumers == 0 { return }
    if isLast {
      turn(to: consume consumer, newestFirst: consumers)
    } else {
      enqueue(consume consumer, newestFirst: consumers)
    }
  }

  /// Takes the consumers that have registered meanwhile, or opens the source.
  @inline(__always) mutating func refill() -> Bool {
    let newcomers = source.takeListOrOpen()
    isReleased = newcomers == 0
    if isReleased { return false }
    list = Delivery.reversed(newcomers)
    if allowance == 0 { allowance = Delivery.newcomers + 1 }
    return true
  }

  /// Appends a settled node with the consumers that it had then; those that register before its turn are
  /// newcomers.
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

  /// Reverses a list.
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
  /// Gets the right to run this consumer's handler.
  ///
  /// The thread that delivers from `source`.
  ///
  /// - Returns: `false` if it has left or is leaving; `source` may go once this has returned.
  @inline(__always) final func begin(from source: Node) -> Bool {
    claim() || !yieldSource(source)
  }

  /// Makes a leaver, which has the claim, forget the source that is about to go.
  @inline(never) private final func yieldSource(_ source: Node) -> Bool {
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
