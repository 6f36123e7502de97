internal import CPledge

/// One of the locks that the rare paths share: departures, attachments, and the splicing of loops.
///
/// A node's lock is found by its address, so it can be taken before the node is known to be alive.
/// User code never runs under one, and nothing is released under one.
struct Stripe {
  static var count: Int { PLEDGE_STRIPES }

  let index: UInt

  /// The lock of the node at `word`, whose tags are ignored.
  @inline(__always) init(of word: UInt) {
    index = pledge_stripe_of(word & State.pointer)
  }

  @inline(__always) func lock() { pledge_stripe_lock(index) }
  @inline(__always) func tryLock() -> Bool { pledge_stripe_try_lock(index) }
  @inline(__always) func unlock() { pledge_stripe_unlock(index) }

  /// Locks two, in one order for all threads; they may be the same.
  static func lock(_ first: Stripe, _ second: Stripe) {
    let (low, high) = first.index < second.index ? (first, second) : (second, first)
    low.lock()
    if low.index != high.index { high.lock() }
  }

  static func unlock(_ first: Stripe, _ second: Stripe) {
    first.unlock()
    if first.index != second.index { second.unlock() }
  }
}
