import PledgeTestSupport

/// A small program whose outcome depends on the order in which its parts run.
///
/// It runs unchanged on the real runtime and in explorations. All that its tasks share is protected
/// by locks and actors, so an exploration that calls itself complete has found every outcome.
struct Litmus: CustomStringConvertible, Sendable {
  let description: String
  /// The outcomes that the real runtime shows.
  let common: Set<String>
  /// Those that it shows rarely or never, and what permits them.
  let rare: [String: String]
  /// Whether its orderings are too many to be tried whole: the search tries those with few
  /// interruptions.
  let isLarge: Bool
  private let body: @Sendable (Outcome) async -> Void

  init(
    _ name: String,
    _ common: String,
    rare: [String: String] = [:],
    isLarge: Bool = false,
    body: @escaping @Sendable (Outcome) async -> Void
  ) {
    (description, self.rare, self.isLarge, self.body) = (name, rare, isLarge, body)
    self.common = Set(common.split(separator: ", ").map(String.init))
  }

  /// Runs the program, and returns its outcome.
  func outcome() async -> String {
    let outcome = Outcome()
    await body(outcome)
    return outcome.log.entries.joined()
  }

  /// The programs; those that come first in their kinds take little time.
  static let kinds = [
    tasks, children, groups, cancellation, actors, mainActor, continuations, streams, locks,
    promises,
  ]
}

/// The text that a program writes, each part after some time.
struct Outcome: Sendable {
  fileprivate let log = Log<String>()

  func callAsFunction(_ entry: String) {
    spin()
    log.add(entry)
  }
}

/// Spins for a random time, short or long, so that threads overlap in many ways.
///
/// It touches nothing that tasks share, and so has no influence on explorations.
func spin() {
  for _ in 0..<1 << Int.random(in: 0..<12) { _ = Int.random(in: 0..<10) }
}

/// Runs both operations, each in a task that begins at some time, until they end.
func both(
  _ first: @escaping @Sendable () async -> Void,
  _ second: @escaping @Sendable () async -> Void
) async {
  let tasks = [first, second].map { operation in
    Task {
      spin()
      await operation()
    }
  }
  for task in tasks { await task.value }
}

/// An actor that writes.
actor Writer {
  private let write: Outcome

  init(_ write: Outcome) { self.write = write }

  func add(_ entry: String) { write(entry) }

  func add(_ first: String, before other: @Sendable () async -> Void, _ last: String) async {
    write(first)
    await other()
    write(last)
  }

  /// Writes in two tasks that run on the actor itself.
  func add(_ entries: [(String, TaskPriority?)]) async {
    let tasks = entries.map { entry, priority in
      Task(priority: priority) { add(entry) }
    }
    for task in tasks { await task.value }
  }
}
