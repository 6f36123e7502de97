/// The search for a sequential order of the calls of a history that its model permits.
///
/// Of the remaining calls, any that was invoked before the first response can come next (Wing and
/// Gong, "Testing and Verifying Concurrent Objects"). No configuration is searched twice (Lowe,
/// "Testing for Linearizability").
struct Linearization<Object: Sendable, Model: Equatable & Sendable> {
  private let entries, pending: [History<Object, Model>.Entry]
  /// The states of the model after each set of entries.
  private var seen: [UInt64: [Model]] = [:]
  /// The number of configurations after which the search is given up.
  private var remaining = 100_000

  init(of history: History<Object, Model>) {
    entries = history.entries.filter { $0.response != nil }
    pending = history.entries.filter { $0.response == nil }
  }

  /// Returns why no order was found, if nothing was left to happen; `nil` if there is one.
  mutating func problem(from model: Model) -> String? {
    if entries.count > UInt64.bitWidth { remaining = 0 }
    if search(from: model, after: 0) { return nil }
    return remaining > 0 ? "no sequential order has these results:" : "too many orders to judge:"
  }

  /// Whether the entries that are not in the set `taken` have an order that the model permits.
  private mutating func search(from model: Model, after taken: UInt64) -> Bool {
    let others = entries.indices.filter { taken & 1 << $0 == 0 }
    guard let firstEnd = others.map({ entries[$0].end }).min() else {
      // A call that is pending needs a reason: it waits.
      return !pending.contains { $0.call.map { $0.isCanceled || $0.isEnabled(model) } ?? false }
    }
    guard remaining > 0, seen[taken]?.contains(model) != true else { return false }
    seen[taken, default: []].append(model)
    remaining -= 1
    for index in others where entries[index].start <= firstEnd {
      let isEnabled = entries[index].call?.isEnabled(model) ?? true
      for next in entries[index].response?.successors(of: model, isEnabled: isEnabled) ?? []
      where search(from: next, after: taken | 1 << index) { return true }
    }
    return false
  }
}
