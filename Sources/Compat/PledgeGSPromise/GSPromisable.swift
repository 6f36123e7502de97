/// The work of an operation.
///
/// It receives a closure to call when the work is done.
///
/// The original calls the argument `dispatch_block_t ok`. It may be called on any thread; the next
/// operation then starts on that thread. Only the first call counts.
public typealias GSPromiseHandler = @Sendable (_ ok: @escaping @Sendable () -> Void) -> Void

/// An operation that a ``GSPromiseManager`` can run.
///
/// It differs from the original protocol of this name: it inherits from `AnyObject` instead of
/// `NSObjectProtocol`, its ``handler`` is a `@Sendable` Swift closure, and it is not visible in
/// Objective-C. To conform, a Swift class changes the type of its property to ``GSPromiseHandler``;
/// an Objective-C class cannot conform.
@preconcurrency
public protocol GSPromisable: AnyObject {
  /// The work of the operation, read when its turn comes.
  ///
  /// It runs on the thread that adds the operation, or on the thread that ends the previous
  /// operation.
  var handler: GSPromiseHandler { get set }
}
