/// One thread's delivery of outcomes: to the consumers of a settled node, to theirs, and so on.
///
/// It is a loop, so its stack does not grow with the chain, and its queue is linked through the
/// nodes, so its memory does not either. Sources are served one after the other, breadth first, each
/// until nobody has registered meanwhile.
///
/// References are handed on (`consume`), so nothing is retained on the way.
struct Delivery {
  /// The settled node whose consumers are being served.
  private var source: Node
  /// Its consumers, oldest first.
  private var list: UInt
  /// Whether `source` has been opened: nobody can register with this delivery any more.
  private var isOpen = false
  /// Settled nodes whose consumers wait for their turn, linked by `aux`.
  private var first: UInt = 0
  private var last: UInt = 0
  /// What this delivery tells of, if it is the loss of a producer.
  private let loss: Loss?

  /// Prepares to deliver from `source`, which is settled and draining.
  init(from source: Node, newestFirst list: UInt) {
    self.list = Delivery.reversed(list)
    self.loss = source.loss
    self.source = source
  }

  mutating func run() {
    repeat {
      serveSource()
    } while turnToNextSource()
  }

  private mutating func serveSource() {
    while true {
      while list != 0 {
        let isAlone = loss != nil && Node.isUnique(list)
        let consumer = Node.taking(list)
        list = consumer.next
        serve(consume consumer, isAlone: isAlone)
      }
      if isOpen || !refill() { return }
    }
  }

  @inline(__always) private mutating func serve(_ consumer: consuming Node, isAlone: Bool) {
    // Who has left could have heard of a rejection, and did not want to.
    guard consumer.begin(from: source) else { return source.hear() }
    var verdict = unsafe consumer.step(consumer, .react(to: source))
    if let loss {
      verdict = loss.wasDelivered(to: consumer, of: source, isAlone: isAlone, verdict)
    }
    if verdict != .deaf { source.hear() }
    guard verdict.isOutcome else { return }
    // The source is opened first: once it is left for the consumer, nobody would look at it again.
    let isLast = list == 0 && first == 0 && (isOpen || !refill())
    let consumers = consumer.publish(verdict, honoursDoom: true, takesList: isLast)
    if consumers == 0 { return }
    if isLast {
      source = consume consumer
      isOpen = false
      list = Delivery.reversed(consumers)
    } else {
      enqueue(consume consumer)
    }
  }

  /// Takes the consumers that have registered meanwhile, or opens the source.
  @inline(__always) private mutating func refill() -> Bool {
    let newcomers = source.takeListOrOpen()
    isOpen = newcomers == 0
    if isOpen { return false }
    list = Delivery.reversed(newcomers)
    return true
  }

  private mutating func enqueue(_ node: consuming Node) {
    node.aux = 0
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
    source = Node.taking(first)
    first = source.aux
    isOpen = !refill()
    return true
  }

  /// Turns a list around.
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
  /// Gets the right to run this consumer's reaction.
  ///
  /// The thread that delivers from `source`.
  ///
  /// - Returns: `false` if it has left or is leaving; `source` may go once this has returned.
  @inline(__always) final func begin(from source: Node) -> Bool {
    claim() || !yieldSource(source)
  }

  /// Makes a leaver, which has the claim, forget the source that is about to go.
  @inline(never) private final func yieldSource(_ source: Node) -> Bool {
    if state.loadAcquiring() & State.settled != 0 { return true }
    let stripe = Stripe(of: source.address)
    stripe.lock()
    if upstream.loadRelaxed() & Upstream.pointer == source.address {
      upstream.removeAcquiringAndReleasing(Upstream.pointer)
    }
    stripe.unlock()
    return true
  }
}
