public import Foundation
public import Pledge
internal import PledgeSupport

/// Runs operations one after another, in the order in which they were added.
///
///     let manager = GSPromiseManager(promises: [login, upload])
///     manager.addPromise(logout)
///
/// The first operation starts when it is added; every other operation starts inside the call that
/// ends the previous one, on the same thread. If that call comes before the handler has returned,
/// the next operation starts once the handler returns, so a thousand operations need no more stack
/// than one.
///
/// The closure that ends an operation retains the manager. If it is released without a call, no
/// further operation starts; this is reported to Pledge's `UnhandledRejections`, and waiting
/// operations are released. Handlers are released as soon as they are no longer needed, not with
/// the manager.
public final class GSPromiseManager: NSObject, Sendable {
  private let queue = PromiseQueue(limit: 1)
  /// The error of the operation that can never end, if there is one.
  private let brokenPromise = Locked<(any Error)?>(nil)

  /// Creates a manager without operations.
  public override init() {}

  /// Same as ``init(promises:file:line:)``, for one operation.
  public convenience init(
    promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(promises: [promise], file: file, line: line)
  }

  /// Creates a manager and starts the first of `promises` before it returns.
  ///
  /// - Parameters:
  ///   - promises: The first operations, in their order; may be empty.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public convenience init(
    promises: [any GSPromisable],
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init()
    for promise in promises { addPromise(promise, file: file, line: line) }
  }

  /// Appends an operation.
  ///
  /// Thread-safe; may also be called within a handler. The operation starts before this returns if
  /// no other operation runs.
  ///
  /// - Parameters:
  ///   - promise: The operation. If it is added twice, it runs twice.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  public func addPromise(
    _ promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    // The type of the operation may not be `Sendable`. Only one thread at a time uses it.
    let promise = UncheckedSendable(promise)
    let operation = queue.add(file: file, line: line) { [self] in
      let (done, ok) = Promise<Void>.pending(file: file, line: line)
      // An observer counts as a consumer, so a released `ok` is reported.
      done.observe { [self] in if case .failure(let error) = $0 { stop(after: error) } }
      promise.value.handler { withExtendedLifetime(self) { _ = ok.resolve() } }
      return done
    }
    operation.ignoringErrors()
    if brokenPromise.withLock({ $0 != nil }) { queue.discardAll() }
  }

  /// Appends an operation; same as ``addPromise(_:file:line:)``.
  public func add(
    _ promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    addPromise(promise, file: file, line: line)
  }
}

extension GSPromiseManager {
  /// Returns a manager without operations.
  public class func manager() -> GSPromiseManager {
    GSPromiseManager()
  }

  /// Same as ``init(promise:file:line:)``; the name is misspelled in the original.
  public class func mananger(
    withPromise promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> GSPromiseManager {
    GSPromiseManager(promise: promise, file: file, line: line)
  }

  /// Same as ``init(promises:file:line:)``; the name is misspelled in the original.
  public class func mananger(
    withPromises promises: [any GSPromisable],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> GSPromiseManager {
    GSPromiseManager(promises: promises, file: file, line: line)
  }

  /// A Pledge promise that is fulfilled once no operation runs or waits, or immediately if none
  /// does.
  ///
  /// If the closure that ends an operation was released without a call, the promise is rejected
  /// with Pledge's `BrokenPromiseError`, because later operations never start. Discarding it does
  /// not affect the operations.
  public var pledge: Future<Void> {
    queue.drained().map { [brokenPromise] in
      if let error = brokenPromise.withLock({ $0 }) { throw error }
    }
  }

  /// Prevents further operations from starting and releases the waiting ones, which retain the
  /// manager.
  private func stop(after error: any Error) {
    brokenPromise.withLock { $0 = error }
    queue.pause()
    queue.discardAll()
  }
}
