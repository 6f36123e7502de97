import TestSupport

import struct Pledge.DiscardedError
import class Pledge.Future

/// A promise of an integer of one of the modules, with what all modules have in common.
///
/// Handlers run immediately in modules that allow it, and on a queue in the others.
protocol CompatPromise: Sendable {
  /// Creates a pending promise.
  static func pending() -> Source
  static func fulfilled(_ value: Int) -> Self
  static func rejected(_ error: any Error) -> Self
  /// Enables the setting of the module.
  static func rejectBrokenPromises()
  /// Waits until the module's queue has run all handlers.
  static func flush()
  /// Calls `body`, during which no handler runs on the module's queue.
  static func beforeHandlers(_ body: () -> Void)
  /// Whether `error` is what the module makes of a discard.
  static func isDiscard(_ error: any Error) -> Bool

  /// Follows a future of Pledge's.
  init(pledge: Future<Int>)

  var value: Int? { get }
  var error: (any Error)? { get }
  var object: AnyObject { get }
  var pledge: Future<Int> { get }

  func observe(_ handler: @escaping @Sendable (Settlement) -> Void)
  func map(_ body: @escaping @Sendable (Int) -> Int) -> Self
  func then(_ body: @escaping @Sendable (Int) -> any CompatPromise) -> Self
  /// Returns a promise of each operator; handlers log that they run.
  func derived(_ log: Log<String>) -> [Self]
}

/// A module whose handlers may throw.
protocol Throwing: CompatPromise {
  func tryMap(_ body: @escaping @Sendable (Int) throws -> Int) -> Self
  func tryThen(_ body: @escaping @Sendable (Int) throws -> any CompatPromise) -> Self
}

extension Throwing {
  func map(_ body: @escaping @Sendable (Int) -> Int) -> Self { tryMap(body) }

  func then(_ body: @escaping @Sendable (Int) -> any CompatPromise) -> Self { tryThen(body) }
}

/// A module that can replace an error.
protocol Recovering: CompatPromise {
  func recover(_ body: @escaping @Sendable (any Error) -> any CompatPromise) -> Self
}

/// A module that combines promises to a promise of all values.
protocol Combining: CompatPromise {
  static func all(_ promises: [any CompatPromise]) -> Future<[Int]>
}

/// A module that combines promises to the first that is settled.
protocol Racing: Combining {
  static func race(_ promises: [any CompatPromise]) -> Self
}

/// A module whose promises can be created with work.
protocol Working: CompatPromise {
  /// Creates a promise with work that releases its functions.
  static func dropped() -> Self
}

/// A module whose promises can all be settled directly, even those of operators.
protocol Direct: Working {
  /// Promises of all operators that wait for a promise other than that of their handler.
  var followers: [Self] { get }

  /// Creates a pending promise.
  init()

  func fulfill(_ value: Int)
  func reject(_ error: any Error)
}

extension Direct {
  static func pending() -> Source {
    let promise = Self()
    return Source(
      promise: promise,
      fulfill: { promise.fulfill($0) },
      reject: { promise.reject($0) }
    )
  }
}

/// A module whose promises consist of several objects.
protocol Inspectable: CompatPromise {
  var parts: [any AnyObject & Sendable] { get }
}

/// The outcome of a promise.
typealias Settlement = Swift.Result<Int, any Error>

/// A pending promise and what settles it.
///
/// The promise is broken when both are released.
struct Source: Sendable {
  let promise: any CompatPromise
  let fulfill: @Sendable (Int) -> Void
  let reject: @Sendable (any Error) -> Void
}

extension CompatPromise {
  static func flush() {}

  static func beforeHandlers(_ body: () -> Void) { body() }

  static func isDiscard(_ error: any Error) -> Bool { error is DiscardedError }

  /// Returns `other` as a promise of the same module.
  static func same(_ other: any CompatPromise) -> Self {
    guard let same = other as? Self else { preconditionFailure("\(other) is not a \(Self.self)") }
    return same
  }

  var isPending: Bool { value == nil && error == nil }
}

extension Swift.Result where Success == Int {
  /// The value or the error, for a log.
  var word: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure(let error): "\(error)"
    }
  }
}

typealias Module = any CompatPromise.Type

/// The modules whose promises have something in common; each is described in its file.
let modules: [Module] = [
  PromiseKit.self, GooglePromises.self, Bolts.self, BrightFutures.self, When.self, Then.self,
  Sundell.self,
]

let throwing: [any Throwing.Type] = modules.compactMap { $0 as? any Throwing.Type }
let recovering: [any Recovering.Type] = modules.compactMap { $0 as? any Recovering.Type }
let combining: [any Combining.Type] = modules.compactMap { $0 as? any Combining.Type }
let racing: [any Racing.Type] = modules.compactMap { $0 as? any Racing.Type }
let direct: [any Direct.Type] = modules.compactMap { $0 as? any Direct.Type }
let working: [any Working.Type] = modules.compactMap { $0 as? any Working.Type }
let inspectable: [any Inspectable.Type] = modules.compactMap { $0 as? any Inspectable.Type }

/// Modules whose handlers may run inside the call that settles their promise.
let synchronous: [Module] = [
  PromiseKit.self, Bolts.self, BrightFutures.self, Then.self, Sundell.self,
]

/// Returns what `body` makes of a promise that breaks before this function returns.
func breaking<Output>(_ module: Module, _ body: (any CompatPromise) -> Output) -> Output {
  let source = module.pending()
  return body(source.promise)
}
