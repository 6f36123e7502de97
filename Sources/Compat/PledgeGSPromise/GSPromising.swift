public import Foundation
public import Pledge

/// An operation whose work is a closure.
///
///     let login = GSPromising { ok in sdk.login { ok() } }
open class GSPromising: NSObject, GSPromisable {
  /// The work of the operation, read when its turn comes.
  @preconcurrency public var handler: GSPromiseHandler

  /// Creates an operation.
  ///
  /// - Parameter handler: The work; see ``GSPromiseHandler``. The manager starts it, not this
  ///   initializer.
  @preconcurrency public init(handler: @escaping GSPromiseHandler) {
    self.handler = handler
  }

  /// Creates an operation that ends immediately.
  public override convenience init() {
    self.init { ok in ok() }
  }

  /// Returns an operation that ends immediately.
  public class func promise() -> GSPromising {
    GSPromising()
  }

  /// Same as ``init(handler:)``.
  @preconcurrency
  public class func promise(handler: @escaping GSPromiseHandler) -> GSPromising {
    GSPromising(handler: handler)
  }
}

/// The name for an operation in the article on which GSPromise is based.
public typealias GSPromise = GSPromising

extension GSPromising {
  /// Creates an operation that ends when a Pledge promise is fulfilled or rejected.
  ///
  ///     manager.addPromise(GSPromising(pledge: { save(photo) }))
  ///
  /// - Parameter start: Creates the promise when the operation's turn comes. The next operation
  ///   starts even after a rejection, so handle rejections within `start`.
  public convenience init<Value: Sendable>(
    pledge start: @escaping @Sendable () -> Future<Value>
  ) {
    self.init { ok in start().observe { _ in ok() } }
  }
}
