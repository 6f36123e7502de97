/// What an operation does: it gets the closure that it has to call when it is done.
///
/// The original calls the argument `dispatch_block_t ok`. It may be called on any thread; the next
/// operation then starts on that one. Only the first call counts.
public typealias GSPromiseHandler = @Sendable (_ ok: @escaping @Sendable () -> Void) -> Void

/// An operation that a ``GSPromiseManager`` can run.
///
/// It differs from the original's protocol of this name: it inherits from `AnyObject`, not from
/// `NSObjectProtocol`, its ``handler`` is a `@Sendable` closure of Swift, and Objective-C does not see it.
/// A class of yours that conforms changes the type of its property to ``GSPromiseHandler``; one in
/// Objective-C cannot conform.
@preconcurrency
public protocol GSPromisable: AnyObject {
  /// What the operation does, read when it is its turn.
  ///
  /// It runs on the thread that adds the operation, or else on the one that ends the operation before.
  var handler: GSPromiseHandler { get set }
}
