import Pledge

/// Runs programs on the model and the library, whose ledgers have to be equal.
package enum Trial {
  /// Returns the two ledgers of a program if they differ.
  package static func disagreement(on program: Program) -> String? {
    _ = Ledger.listens
    let (expected, actual) = (Ledger(), Ledger())
    Ledger.$current.withValue(expected) { ModelRound(program).run() }
    let round = Round(program, isPredicted: true)
    Ledger.$current.withValue(actual) { round.runPredicted() }
    let failures = round.failures
    if expected.agrees(with: actual), failures.isEmpty { return nil }
    return (["expected: \(expected)", "actual:   \(actual)"] + failures).joined(separator: "\n")
  }
}

/// The events of a program, recorded by both the model and the library.
final class Ledger: @unchecked Sendable {
  /// The ledger of the program that runs on this thread.
  @TaskLocal static var current: Ledger?

  /// The events in order.
  private(set) var events: [Event] = []
  /// The reports, unordered: the optimizer decides when the last reference is released.
  private(set) var reports: [String: Int] = [:]
  /// The nesting of the model's handlers.
  let nesting = ModelNesting()

  /// Records reports of unhandled rejections from now on instead of printing them.
  static let listens: Void = UnhandledRejections.handle { Ledger.report($0.error) }

  static func note(_ event: @autoclosure () -> Event) {
    if let current { current.events.append(event()) }
  }

  static func report(_ error: any Error) {
    switch error {
    case is DiscardedError: break
    case let broken as BrokenPromise: broken.report()
    default: report(Reading.text(of: error))
    }
  }

  static func report(_ text: String) { current?.reports[text, default: 0] += 1 }

  /// Whether the library's ledger equals this one, which is the model's.
  ///
  /// Reports are compared only if no promise is left, because a remaining promise may retain others
  /// that have detached from it (12.3.1).
  func agrees(with other: Ledger) -> Bool {
    let isAnyLeft = events.contains { if case .left(true, _) = $0 { true } else { false } }
    return events == other.events && (isAnyLeft || reports == other.reports)
  }
}

extension Ledger: CustomStringConvertible {
  /// The events, followed by the reports.
  var description: String {
    let counts = reports.map { "reported \($0.key) \($0.value)x" }.sorted()
    return (events.map { "\($0)" } + counts).joined(separator: "; ")
  }
}

/// One entry of a ledger.
enum Event: Equatable, Sendable {
  /// A closure was called, possibly with an argument.
  case ran(Int, Reading)
  /// A resolver returned whether it settled its promise.
  case settled(Int, won: Bool)
  /// The state of a promise was read.
  case read(Int, Reading)
  /// The highest priority that the work of a promise was told.
  case raised(to: Int)
  /// The objects left when all references are gone. Promises are not counted, because a remaining
  /// promise may retain others that have detached from it (12.3.1).
  case left(promises: Bool, closures: Int)
}

/// An outcome, or none, in a comparable form.
enum Reading: Equatable, Sendable, CustomStringConvertible {
  case pending
  case value(Int)
  case error(String)

  /// Reads the argument of a closure, or an optional outcome.
  init(of argument: Any) {
    switch argument {
    case let token as Token: self = .value(token.handler)
    case let number as Int: self = .value(number)
    case .success(let number) as Result<Int, any Error>: self = .value(number)
    case .failure(let error) as Result<Int, any Error>: self.init(of: error)
    case let outcome as Result<Token, any Error>: self.init(of: outcome.map(\.handler))
    case let (one, two) as (Token, Token): self.init(of: [one, two])
    case let (token, index) as (Token, Int): self.init(of: [token, index] as [Any])
    case let members as [Any]: self = .value(Reading.digest(of: members))
    case let error as any Error: self = .error(Reading.text(of: error))
    default: self = .pending
    }
  }

  var description: String {
    switch self {
    case .pending: "pending"
    case .value(let value): "\(value)"
    case .error(let error): error
    }
  }

  /// Combines the members of an argument into one number, so that all promises of a program have
  /// one type.
  static func digest(of members: [Any]) -> Int {
    members.reduce(17) { digest, member in
      switch Reading(of: member) {
      case .pending: digest &* 31
      case .value(let value): digest &* 31 &+ value
      case .error(let text): digest &* 31 &+ text.utf8.reduce(7) { $0 &* 131 &+ Int($1) }
      }
    }
  }

  /// Returns the visible parts of an error, down to a depth.
  ///
  /// The depth bounds the text of errors that contain others repeatedly.
  static func text(of error: any Error, depth: Int = 3) -> String {
    func texts(_ errors: [any Error]) -> String {
      depth == 0 ? "\(errors.count)" : "\(errors.map { text(of: $0, depth: depth - 1) })"
    }
    return switch error {
    case let error as Failure: "failure \(error.token.handler)"
    case let error as ModelFailure: "failure \(error.number)"
    // Without its location: `flatMap` on a settled promise may return the promise of its handler,
    // which keeps the location where that was created.
    case is BrokenPromise, is BrokenPromiseError: "broken"
    case let error as AggregateError: "all of \(texts(error.errors))"
    case let error as RetryError: "failed \(texts(error.errors))"
    default: "\(type(of: error))"
    }
  }
}

/// The error of the model for ``Failure``.
struct ModelFailure: Error {
  let number: Int
}
