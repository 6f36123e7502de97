public import Pledge

/// A value that becomes available later: a promise that is never rejected.
///
/// If nothing can resolve a guarantee anymore, it stays pending, as do the guarantees derived from
/// it. ``LogEvent/pendingGuaranteeDeallocated`` is logged for each, and Pledge reports where the
/// first one was created.
public final class Guarantee<T>: Thenable, Sendable {
  /// The implementation.
  ///
  /// It is rejected if nothing can resolve it anymore; the guarantee then looks pending.
  let inner: Pledge.Future<UncheckedSendable<T>>

  /// Takes ownership of a promise that has no consumers yet.
  init(owning inner: Pledge.Promise<UncheckedSendable<T>>) {
    if !inner.isFulfilled {
      inner.then(nil) { _ in conf.logHandler(.pendingGuaranteeDeallocated) }
    }
    self.inner = inner
  }

  /// Creates a guarantee that `body` resolves.
  ///
  ///     Guarantee<Bool> { resolve in ask("Sure?", completion: resolve) }
  ///
  /// - Parameters:
  ///   - file: The file to report if the guarantee can no longer be resolved.
  ///   - line: The line to report if the guarantee can no longer be resolved.
  ///   - body: Runs synchronously and receives a function that resolves the guarantee. Only the
  ///     first call of that function counts.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (@escaping @Sendable (T) -> Void) -> Void
  ) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    self.init(owning: promise)
    let resolver = Resolver(promise, file: file, line: line, logsBrokenPromise: false)
    body { resolver.fulfill($0) }
  }

  /// Returns a guarantee and a function that resolves it; see ``init(file:line:resolver:)``.
  public class func pending(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    let resolver = Resolver(promise, file: file, line: line, logsBrokenPromise: false)
    return (Guarantee(owning: promise), { resolver.fulfill($0) })
  }

  /// Creates a resolved guarantee.
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(owning: Pledge.Promise(value: UncheckedSendable(value)))
  }
}

extension Guarantee where T == Void {
  /// Creates a resolved guarantee.
  public convenience init() {
    self.init(owning: Pledge.Promise(value: UncheckedSendable(())))
  }

  /// A resolved guarantee.
  public static var value: Guarantee<Void> { .value(()) }
}

extension Guarantee {
  /// Registers a handler of the value; see ``Thenable/pipe(to:)``.
  @preconcurrency
  public func pipe(to handler: @escaping @Sendable (Result<T>) -> Void) {
    inner.observe { if case .success(let value) = $0 { handler(.fulfilled(value.value)) } }
  }

  /// The value as a result, or `nil` while this is pending.
  public var result: Result<T>? {
    if case .success(let value) = inner.result { .fulfilled(value.value) } else { nil }
  }

  /// This guarantee as a Pledge future.
  public var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> { inner }
}
