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
  private var remaining: Int

  init(of history: History<Object, Model>, limit: Int = 100_000) {
    entries = history.entries.filter { $0.response != nil }
    pending = history.entries.filter { $0.response == nil }
    remaining = limit
  }

  /// Whether there is an order, if nothing was left to happen; `nil` if that is too hard to find.
  mutating func exists(from model: Model) -> Bool? {
    if entries.count > UInt64.bitWidth { return nil }
    return search(from: model, after: 0) ? true : remaining > 0 ? false : nil
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
      for next in entries[index].successors(of: model)
      where search(from: next, after: taken | 1 << index) { return true }
    }
    return false
  }
}

extension History.Entry {
  /// The states of the model after the call.
  fileprivate func successors(of model: Model) -> [Model] {
    guard let response else { return [] }
    var next = model
    let changed = response.isPermitted(&next) ? [next] : []
    // A canceled call that says so has had no effect, unless the model permits one.
    return call?.isCanceled == true && response.isCancellation ? [model] + changed : changed
  }
}
