import Pledge

/// What happened while a program ran, as the model and the library both write it down.
final class Ledger: @unchecked Sendable {
  /// The ledger of the program that runs on this thread.
  @TaskLocal static var current: Ledger?

  /// In order.
  private(set) var events: [Event] = []
  /// In no order: when the last reference goes is for the optimiser to say.
  private(set) var reports: [Event: Int] = [:]

  /// Writes down what is reported as unheard from now on, in place of printing it.
  static let listens: Void = UnhandledRejections.handle { Ledger.report($0.error) }

  static func note(_ event: Event) {
    guard let ledger = current else { return }
    if case .reported = event {
      ledger.reports[event, default: 0] += 1
    } else {
      ledger.events.append(event)
    }
  }

  static func report(_ error: any Error) {
    switch error {
    case is DiscardedError: break
    case let error as BrokenError: error.loss.report()
    default: note(.reported(Reading.text(of: error)))
    }
  }
}

extension Ledger {
  /// Whether both tell the same.
  ///
  /// What is reported when promises go is compared if all have gone: one that is left may keep others
  /// that have left it (12.3.1).
  func agrees(with other: Ledger) -> Bool {
    let isAnyLeft = events.contains { if case .left(true, _) = $0 { true } else { false } }
    return events == other.events && (isAnyLeft || reports == other.reports)
  }
}

extension Ledger: CustomStringConvertible {
  /// The events, and then the reports.
  var description: String {
    let counts = reports.map { "\($0.key) \($0.value)x" }.sorted()
    return (events.map(\.description) + counts).joined(separator: "; ")
  }
}

/// One line of a ledger.
enum Event: Hashable, Sendable {
  /// A closure ran with what it was given, if anything.
  case ran(Int, Reading)
  /// A resolver said whether it settled its promise.
  case settled(Int, Bool)
  /// A promise was looked at.
  case stood(Int, Reading)
  /// A rejection was reported as unheard.
  case reported(String)
  /// What is left when nobody holds anything any more. A promise that is left may keep some of those
  /// that have left it (12.3.1), so these are not counted.
  case left(promises: Bool, closures: Int)
}

extension Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .ran(let number, .pending): "[\(number)]()"
    case .ran(let number, let reading): "[\(number)](\(reading))"
    case .settled(let slot, let won): "p\(slot) \(won ? "won" : "lost")"
    case .stood(let slot, let reading): "p\(slot) is \(reading)"
    case .reported(let error): "reported \(error)"
    case .left(let promises, let closures):
      "\(promises ? "" : "no ")promises and \(closures) closures left"
    }
  }
}

/// An outcome, or none, in a form that can be compared.
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

  /// The error with what a program can see of it, down to some depth: an error that holds another
  /// twice, which holds a third twice, has no end otherwise.
  static func text(of error: any Error, depth: Int = 3) -> String {
    func texts(_ errors: [any Error]) -> String {
      depth == 0 ? "\(errors.count)" : "\(errors.map { text(of: $0, depth: depth - 1) })"
    }
    return switch error {
    case let error as Failure: "failure \(error.number)"
    // Without its place: `flatMap` on a settled promise may hand out what its handler returned, which
    // keeps the place where that was made.
    case is BrokenError, is BrokenPromiseError: "broken"
    case let error as AggregateError: "all of \(texts(error.errors))"
    case let error as RetryError: "failed \(texts(error.errors))"
    default: "\(type(of: error))"
    }
  }
}

/// The error that programs reject and throw.
struct Failure: Error {
  let number: Int
}
