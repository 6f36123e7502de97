/// The objects that are alive in a round.
final class LiveObjects: Sendable {
  typealias ID = Int

  private struct State {
    var last = 0
    var living: [ID: @Sendable () -> String] = [:]
  }

  private let state = Guarded(State())

  /// A number that changes whenever an object is created or released.
  var changeCount: Int { state.with { $0.last * 2 - $0.living.count } }

  var isEmpty: Bool { state.with { $0.living.isEmpty } }

  /// The descriptions of the living objects.
  var living: [String] {
    // Copied under the lock, because the sanitizer does not see that a dictionary is no longer
    // shared.
    state.with { $0.living.map { $0 } }.sorted { $0.key < $1.key }.map { $0.value() }
  }

  func add(_ title: @escaping @Sendable () -> String) -> ID {
    state.with { state in
      state.last += 1
      state.living[state.last] = title
      return state.last
    }
  }

  func remove(_ id: ID) {
    // Releases the closure after unlocking.
    _ = state.with { $0.living.removeValue(forKey: id) }
  }
}
