internal import PledgeCore

/// A future that starts its work when its first consumer registers.
///
///     let profile = LazyPromise { load(1) }  // nothing is loaded yet
///     profile.observe { print($0) }          // it is now
///
/// A lazy promise can be used like any other future. Stages, handlers, `await`s, combinations, and
/// chained promises are consumers and start its work, once. Reading ``Future/result`` or
/// ``Future/isPending`` does not (spec 16.1.2).
///
/// When its last consumer detaches, a lazy promise is discarded like any promise with work of its
/// own, and stays discarded. Call ``Future/shared()`` to keep it for later consumers. If it is
/// released before it has had a consumer, its closure is released without being called, and nothing
/// is reported.
public final class LazyPromise<Value: Sendable>: Future<Value>, @unchecked Sendable {}

extension LazyPromise {
  /// Creates a promise that runs `operation` for its first consumer and settles with the outcome of
  /// the promise that `operation` returns.
  ///
  /// To wrap an async function, write `LazyPromise { Promise { try await fetch(url) } }`.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: A closure that starts the work. Runs at most once, on the thread of the first
  ///     consumer, while that consumer registers, and nests like a handler (spec 3.4). If it
  ///     throws, the promise is rejected with the error.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @isolated(any) @Sendable () throws -> Future<Value>
  ) {
    let operation = onItsActor(operation)
    self.init(
      startedBy: { promise in
        do {
          promise.settle(asStarted: try operation())
        } catch {
          _ = promise.tryReject(with: error)
        }
      },
      at: Site(file, line)
    )
  }
}
