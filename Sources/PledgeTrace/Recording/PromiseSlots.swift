internal import PledgeSupport

/// The slots of promises, by promise number; zero is not a valid number.
struct PromiseSlots: ~Copyable {
  private var table = NumberTable()

  /// The slot of a promise; `nil` if it has none.
  subscript(promise: UInt64) -> UInt32? {
    @inline(__always) get {
      let found = table[promise]
      return found == 0 ? nil : UInt32(truncatingIfNeeded: found - 1)
    }
    set {
      if let newValue {
        table.set(promise, to: UInt64(newValue) + 1)
      } else {
        table.remove(promise)
      }
    }
  }
}
