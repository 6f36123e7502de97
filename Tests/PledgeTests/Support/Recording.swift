import Pledge
import PledgeTestSupport

/// Records all events.
final class Recorder: PromiseObserver {
  private let stored = Locked<[PromiseEvent]>([])

  var all: [PromiseEvent] { stored.value }
  /// A short description of each event.
  var lines: [String] { all.map(\.text) }

  func observe(_ event: PromiseEvent) {
    stored.withLock { $0.append(event) }
  }
}

/// The events that occur while a closure runs.
struct Recording {
  let all: [PromiseEvent]
  var lines: [String] { all.map(\.text) }

  init(_ body: () throws -> Void) rethrows {
    let recorder = Recorder()
    let installation = Diagnostics.install(recorder)
    try body()
    installation.remove()
    all = recorder.all
  }
}

extension PromiseEvent {
  var isCreation: Bool {
    if case .created = kind { true } else { false }
  }

  var isChaining: Bool {
    if case .chained = kind { true } else { false }
  }

  /// Whether the event is the promise's last one, apart from attempts to settle it again.
  var isEnd: Bool {
    switch kind {
    case .settled, .merged: true
    default: false
    }
  }

  var text: String {
    switch kind {
    case .created: "\(promise) \(`operator`) created"
    case .chained(let parent): "\(promise) \(`operator`) chained to \(parent)"
    case .waits(let other): "\(promise) waits for \(other)"
    case .merged: "\(promise) merged"
    case .settled(.fulfilled): "\(promise) fulfilled"
    case .settled(.rejected(let error)): "\(promise) rejected: \(error)"
    case .settled(.discarded): "\(promise) discarded"
    case .settled(.broken): "\(promise) broken"
    case .unhandled(let error): "\(promise) unhandled: \(error)"
    case .settledAgain: "\(promise) settled again"
    case .labeled(let label): "\(promise) labeled \(label)"
    }
  }
}

extension Log<Void> {
  /// Returns an operation that adds an entry for each attempt.
  ///
  /// It rejects with its number for the first `times` attempts, then fulfills with its number.
  func failing(_ times: Int) -> @Sendable () throws -> Future<Int> {
    {
      self.add()
      let number = self.count
      return number > times ? Promise(value: number) : Promise(error: Broken(number: number))
    }
  }
}

/// Main-actor state for handlers to modify.
@MainActor
final class Screen {
  var lines: [String] = []

  /// Adds a line, and returns the number of lines.
  func add(_ number: Int) -> Int {
    lines.append("\(number)")
    return lines.count
  }
}
