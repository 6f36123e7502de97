internal import PledgeSupport

/// The slots of promises, by promise number; zero is not a valid number.
struct PromiseSlots: ~Copyable {
  private var table = AddressTable<UInt32>()

  /// The slot of a promise; `nil` if it has none.
  subscript(promise: UInt64) -> UInt32? {
    @inline(__always) get { table[UInt(truncatingIfNeeded: promise)] }
    set {
      let key = UInt(truncatingIfNeeded: promise)
      if let newValue {
        table.edit(key, default: newValue) { $0 = newValue }
      } else {
        _ = table.removeValue(for: key)
      }
    }
  }
}
