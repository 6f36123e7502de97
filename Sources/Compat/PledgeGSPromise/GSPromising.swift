public import Foundation
public import Pledge

/// An operation made of a closure.
///
///     let login = GSPromising { ok in sdk.login { ok() } }
open class GSPromising: NSObject, GSPromisable {
  /// What the operation does, read when it is its turn.
  @preconcurrency public var handler: GSPromiseHandler

  /// Creates an operation.
  ///
  /// - Parameter handler: What it does; see ``GSPromiseHandler``. It starts as a part of the manager,
  ///   not here.
  @preconcurrency public init(handler: @escaping GSPromiseHandler) {
    self.handler = handler
  }

  /// Creates an operation that is done at once.
  public override convenience init() {
    self.init { ok in ok() }
  }

  /// Returns an operation that is done at once.
  ///
  /// - Returns: The operation.
  public class func promise() -> GSPromising {
    GSPromising()
  }

  /// Returns an operation that does what `handler` says; same as ``init(handler:)``.
  ///
  /// - Parameter handler: What it does.
  /// - Returns: The operation.
  @preconcurrency
  public class func promise(handler: @escaping GSPromiseHandler) -> GSPromising {
    GSPromising(handler: handler)
  }
}

/// What the article that GSPromise comes from calls an operation.
public typealias GSPromise = GSPromising

extension GSPromising {
  /// Creates an operation that is done when a promise of Pledge is settled, either way.
  ///
  ///     manager.addPromise(GSPromising(pledge: { save(photo) }))
  ///
  /// - Parameter start: Makes the promise when it is the operation's turn. If it has to be fulfilled
  ///   for the next operation to start, handle its rejection within.
  public convenience init<Value: Sendable>(
    pledge start: @escaping @Sendable () -> Future<Value>
  ) {
    self.init { ok in start().observe { _ in ok() } }
  }
}
