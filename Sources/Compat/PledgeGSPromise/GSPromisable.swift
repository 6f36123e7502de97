/// What an operation does: it gets the closure that it has to call when it is done.
///
/// The original calls the argument `dispatch_block_t ok`. It may be called on any thread; the next
/// operation then starts on that one. Only the first call counts.
public typealias GSPromiseHandler = @Sendable (_ ok: @escaping @Sendable () -> Void) -> Void

/// An operation that a ``GSPromiseManager`` can run.
@preconcurrency
public protocol GSPromisable: AnyObject {
  /// What the operation does, read when it is its turn.
  ///
  /// It runs on the thread that adds the operation, or else on the one that ends the operation before.
  var handler: GSPromiseHandler { get set }
}
