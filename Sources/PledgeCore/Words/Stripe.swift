internal import CPledge
internal import PledgeSupport

/// One of the locks shared by all nodes for rare operations: detachment, attachments, and splicing.
///
/// The address of a node selects its lock, so the lock can be acquired before the node is known to
/// be alive. No user code runs and nothing is released while a stripe is locked.
struct Stripe {
  fileprivate static var count: Int { PLEDGE_STRIPES }

  let index: UInt

  /// Selects the lock of the node at `word`; tag bits are ignored.
  @inline(__always) init(of word: UInt) {
    index = pledge_stripe_of(StateWord.address(in: word))
  }

  @inline(__always) func lock() { pledge_stripe_lock(index) }
  @inline(__always) func tryLock() -> Bool { pledge_stripe_try_lock(index) }
  @inline(__always) func unlock() { pledge_stripe_unlock(index) }

  /// Locks two stripes in an order that is the same for all threads; they may be equal.
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

/// A table for each stripe, which protects it, of what few nodes have.
///
/// The key is the address of a node; the node outlives its entry.
@safe struct StripeTables<Entry>: @unchecked Sendable {
  private let tables: UnsafeMutablePointer<AddressTable<Entry>>

  init() {
    unsafe tables = .allocate(capacity: Stripe.count)
    for index in 0..<Stripe.count { unsafe (tables + index).initialize(to: AddressTable()) }
  }

  /// The table of a stripe; the caller has locked it.
  @inline(__always) subscript(stripe: Stripe) -> AddressTable<Entry> {
    @inline(__always) _read { yield unsafe tables[Int(stripe.index)] }
    @inline(__always) nonmutating _modify { yield unsafe &tables[Int(stripe.index)] }
  }
}
