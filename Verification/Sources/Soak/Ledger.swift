import Foundation
import Support

/// The operations that are running and done.
///
/// Ends the run after a failure.
final class Ledger: Sendable {
  private struct State {
    var pending: [Int: SoakOperation] = [:]
    var begun = 0
    var done: [Kind: Int] = [:]
    var ends: [OutcomeKind: Int] = [:]
    /// The number of events, to detect a hang.
    var events = 0
  }

  let seed: UInt64
  /// The kinds of operations to choose from.
  private let kinds: [Kind]
  private let state = Guarded(State())
  /// Limits the number of running operations, and so the memory they take.
  private let slots: DispatchSemaphore

  init(seed: UInt64, kinds: [Kind], slots: Int) {
    self.seed = seed
    self.kinds = kinds
    self.slots = DispatchSemaphore(value: slots)
  }

  var isIdle: Bool { state.with { $0.pending.isEmpty } }
  var events: Int { state.with { $0.events } }
  var begun: Int { state.with { $0.begun } }
  var done: [Kind: Int] { state.with { $0.done } }
  var ends: [OutcomeKind: Int] { state.with { $0.ends } }

  /// Starts the next operation once there is room for it.
  func begin() -> (SoakOperation, RandomChoices) {
    slots.wait()
    return state.with { state in
      state.begun += 1
      var random = RandomChoices(seed: seed, operation: state.begun)
      let kind = kinds[random.draw(0...kinds.count - 1)]
      let operation = SoakOperation(state.begun, kind, in: self)
      state.pending[state.begun] = operation
      return (operation, random)
    }
  }

  func end(_ operation: SoakOperation) {
    state.with { state in
      state.pending[operation.number] = nil
      state.done[operation.kind, default: 0] += 1
      state.events += 1
    }
    slots.signal()
  }

  func note(_ end: OutcomeKind) {
    state.with { state in
      state.ends[end, default: 0] += 1
      state.events += 1
    }
  }

  /// Prints the failure and ends the process.
  func violation(_ text: String) -> Never {
    say("violation: seed \(seed), \(text)")
    exit(1)
  }

  /// Prints the running operations and ends the process.
  func hang(after seconds: Int) -> Never {
    say("hang: seed \(seed), nothing has happened for \(seconds) s; still missing:")
    let pending = state.with { $0.pending }.sorted { $0.key < $1.key }
    for (number, operation) in pending.prefix(50) {
      let missing = operation.pending.joined(separator: "; ")
      say("  operation \(number) (\(operation.kind)): \(missing)")
    }
    if pending.count > 50 { say("  and \(pending.count - 50) more") }
    exit(1)
  }
}
