public import Pledge

/// A value that will exist: a promise that is never rejected.
///
/// If nothing can resolve a guarantee any more, it stays pending, as do the guarantees derived from
/// it; ``LogEvent/pendingGuaranteeDeallocated`` is logged for each, and Pledge reports where the first
/// one was created.
public final class Guarantee<T>: Thenable, Sendable {
  /// Rejected if nothing can resolve this any more; a guarantee looks pending then.
  let inner: Pledge.Future<UncheckedSendable<T>>

  /// Takes over what nobody knows yet.
  init(newborn inner: Pledge.Promise<UncheckedSendable<T>>) {
    if !inner.isFulfilled {
      inner.then(nil) { _ in conf.logHandler(.pendingGuaranteeDeallocated) }
    }
    self.inner = inner
  }

  /// Creates a guarantee that `body` says how to resolve.
  ///
  ///     Guarantee<Bool> { resolve in ask("Sure?", completion: resolve) }
  ///
  /// - Parameters:
  ///   - file: The file that the report names if the guarantee can no longer be resolved.
  ///   - line: The line of that file.
  ///   - body: Runs now, and gets a function that resolves the guarantee; its first call counts.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (@escaping @Sendable (T) -> Void) -> Void
  ) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    self.init(newborn: promise)
    let resolver = Resolver(promise, file: file, line: line, logsBrokenPromise: false)
    body { resolver.fulfill($0) }
  }

  /// Creates a guarantee and a function that resolves it.
  ///
  /// - Parameters:
  ///   - file: The file that the report names if the guarantee can no longer be resolved.
  ///   - line: The line of that file.
  /// - Returns: Both.
  public class func pending(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    let resolver = Resolver(promise, file: file, line: line, logsBrokenPromise: false)
    return (Guarantee(newborn: promise), { resolver.fulfill($0) })
  }

  /// Creates a resolved guarantee.
  ///
  /// - Parameter value: The value.
  /// - Returns: The guarantee.
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(newborn: Pledge.Promise(value: UncheckedSendable(value)))
  }
}

extension Guarantee where T == Void {
  /// Creates a resolved guarantee.
  public convenience init() {
    self.init(newborn: Pledge.Promise(value: UncheckedSendable(())))
  }

  /// A resolved guarantee.
  public static var value: Guarantee<Void> { .value(()) }
}

extension Guarantee {
  /// Registers `handler`, which runs on the thread that resolves this, in the order of
  /// registration; at once, if this is resolved.
  ///
  /// - Parameter handler: Gets the value, as a result.
  @preconcurrency
  public func pipe(to handler: @escaping @Sendable (Result<T>) -> Void) {
    inner.observe { if case .success(let value) = $0 { handler(.fulfilled(value.value)) } }
  }

  /// The value as a result, or `nil` while there is none.
  public var result: Result<T>? {
    if case .success(let value) = inner.result { .fulfilled(value.value) } else { nil }
  }

  /// This as a future of Pledge's.
  public var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> { inner }
}
