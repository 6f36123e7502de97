public import Foundation
public import Pledge

internal import class PledgeCore.Locked

/// Runs operations one after another, in the order in which they were added.
///
///     let manager = GSPromiseManager(promises: [login, upload])
///     manager.addPromise(logout)
///
/// The first operation starts when it is added; each other one starts inside the call that ends the
/// one before it, on that thread. If that call comes before the handler has returned, the next starts
/// when it has, so that a thousand operations need no more stack than one.
///
/// The closure that ends an operation holds the manager. If it is dropped without a call, nothing
/// starts any more; that is reported to Pledge's `UnhandledRejections`, and what waits is released.
/// Handlers are released as soon as they are done with, not with the manager.
public final class GSPromiseManager: NSObject, Sendable {
  private let queue = PromiseQueue(limit: 1)
  /// What became of the operation that nobody can end any more.
  private let brokenPromise = Locked<(any Error)?>(nil)

  /// Creates a manager that has nothing to do yet.
  public override init() {}

  /// Creates a manager and starts `promise` before this returns.
  ///
  /// - Parameters:
  ///   - promise: The first operation.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public convenience init(
    promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(promises: [promise], file: file, line: line)
  }

  /// Creates a manager and starts the first of `promises` before this returns.
  ///
  /// - Parameters:
  ///   - promises: The first operations, in their order; there may be none.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public convenience init(
    promises: [any GSPromisable],
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init()
    for promise in promises { addPromise(promise, file: file, line: line) }
  }

  /// Adds an operation to the end.
  ///
  /// Any thread, also from within a handler. It starts before this returns if nothing else runs.
  ///
  /// - Parameters:
  ///   - promise: The operation. Added twice, it runs twice.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public func addPromise(
    _ promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    // Its author may know nothing of Sendable. It is used by one thread at a time.
    let promise = UncheckedSendable(promise)
    let operation = queue.add(file: file, line: line) { [self] in
      let (done, ok) = Promise<Void>.pending(file: file, line: line)
      // Who observes waits, so a lost `ok` is reported.
      done.observe { [self] in if case .failure(let error) = $0 { stop(after: error) } }
      promise.value.handler { withExtendedLifetime(self) { _ = ok.fulfill() } }
      return done
    }
    operation.ignoringErrors()
    if brokenPromise.withLock({ $0 != nil }) { queue.discardAll() }
  }

  /// Adds an operation to the end; same as ``addPromise(_:file:line:)``.
  public func add(
    _ promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    addPromise(promise, file: file, line: line)
  }
}

extension GSPromiseManager {
  /// Returns a manager that has nothing to do yet.
  ///
  /// - Returns: The manager.
  public class func manager() -> GSPromiseManager {
    GSPromiseManager()
  }

  /// Returns a manager and starts `promise` before this returns; the original spells it so.
  ///
  /// - Parameters:
  ///   - promise: The first operation.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The manager.
  public class func mananger(
    withPromise promise: any GSPromisable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> GSPromiseManager {
    GSPromiseManager(promise: promise, file: file, line: line)
  }

  /// Returns a manager and starts the first of `promises` before this returns; the original spells it
  /// so.
  ///
  /// - Parameters:
  ///   - promises: The first operations, in their order.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The manager.
  public class func mananger(
    withPromises promises: [any GSPromisable],
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> GSPromiseManager {
    GSPromiseManager(promises: promises, file: file, line: line)
  }

  /// A promise of Pledge that is fulfilled once nothing runs or waits; at once if that is so now.
  ///
  /// If an operation lost the closure that ends it, it is rejected with Pledge's `BrokenPromiseError`, for what
  /// came after that never starts. Discarding it touches no operation.
  public var pledge: Future<Void> {
    queue.drained().map { [brokenPromise] in
      if let error = brokenPromise.withLock({ $0 }) { throw error }
    }
  }

  /// Starts nothing any more, and releases what waits, which holds the manager.
  private func stop(after error: any Error) {
    brokenPromise.withLock { $0 = error }
    queue.pause()
    queue.discardAll()
  }
}
