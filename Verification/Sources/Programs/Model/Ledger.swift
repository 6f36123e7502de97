import Pledge

/// The events of a program, recorded by both the model and the library.
final class Ledger: @unchecked Sendable {
  /// The ledger of the program that runs on this thread.
  @TaskLocal static var current: Ledger?

  /// The events in order.
  private(set) var events: [Event] = []
  /// The reports, unordered: the optimizer decides when the last reference is released.
  private(set) var reports: [Event: Int] = [:]
  /// The nesting of the model's handlers.
  let nesting = ModelNesting()

  /// Records reports of unhandled rejections from now on instead of printing them.
  static let listens: Void = UnhandledRejections.handle { Ledger.report($0.error) }

  static func note(_ event: @autoclosure () -> Event) {
    guard let ledger = current else { return }
    let event = event()
    if case .reported = event {
      ledger.reports[event, default: 0] += 1
    } else {
      ledger.events.append(event)
    }
  }

  static func report(_ error: any Error) {
    switch error {
    case is DiscardedError: break
    case let error as BrokenError: error.brokenPromise.report()
    default: note(.reported(Reading.text(of: error)))
    }
  }
}

extension Ledger {
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
    let counts = reports.map { "\($0.key) \($0.value)x" }.sorted()
    return (events.map(\.description) + counts).joined(separator: "; ")
  }
}

/// One entry of a ledger.
enum Event: Hashable, Sendable {
  /// A closure was called, possibly with an argument.
  case ran(Int, Reading)
  /// A resolver returned whether it settled its promise.
  case settled(Int, Bool)
  /// The state of a promise was read.
  case read(Int, Reading)
  /// An unhandled rejection was reported.
  case reported(String)
  /// The objects left when all references are gone. Promises are not counted, because a remaining
  /// promise may retain others that have detached from it (12.3.1).
  case left(promises: Bool, closures: Int)
}

extension Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .ran(let number, .pending): "[\(number)]()"
    case .ran(let number, let reading): "[\(number)](\(reading))"
    case .settled(let slot, let won): "p\(slot) \(won ? "won" : "lost")"
    case .read(let slot, let reading): "p\(slot) is \(reading)"
    case .reported(let error): "reported \(error)"
    case .left(let promises, let closures):
      "\(promises ? "" : "no ")promises and \(closures) closures left"
    }
  }
}

/// An outcome, or none, in a comparable form.
enum Reading: Hashable, Sendable, CustomStringConvertible {
  case pending
  case value(Int)
  case error(String)

  init(_ outcome: Result<Int, any Error>?) {
    switch outcome {
    case nil: self = .pending
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(Reading.text(of: error))
    }
  }

  var description: String {
    switch self {
    case .pending: "pending"
    case .value(let value): "\(value)"
    case .error(let error): error
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
    case is BrokenError, is BrokenPromiseError: "broken"
    case let error as AggregateError: "all of \(texts(error.errors))"
    case let error as RetryError: "failed \(texts(error.errors))"
    default: "\(type(of: error))"
    }
  }
}

extension Reading {
  /// The argument of a closure of the library.
  init(of argument: Any) {
    switch argument {
    case let token as Token: self = .value(token.handler)
    case let tokens as [Token]: self = .value(Digest.of(tokens.map(\.handler)))
    case let (one, two) as (Token, Token): self = .value(Digest.of([one.handler, two.handler]))
    case let (token, index) as (Token, Int): self = .value(Digest.of([token.handler, index]))
    case let number as Int: self = .value(number)
    case let outcome as Result<Token, any Error>: self.init(outcome)
    case let outcomes as [Result<Token, any Error>]:
      self = .value(Digest.of(outcomes.map { $0.map(\.handler) }))
    case let error as any Error: self = .error(Reading.text(of: error))
    default: self = .pending
    }
  }

  init(_ outcome: Result<Token, any Error>?) {
    self.init(outcome?.map(\.handler))
  }
}

/// The error of the model for ``Failure``.
struct ModelFailure: Error {
  let number: Int
}
