public import Pledge

/// A value that becomes available later, or an error in its place.
///
///     firstly { login() }
///       .then { user in avatar(of: user) }
///       .done { image in show(image) }
///       .catch { error in alert(error) }
///
/// Has the API and behavior of PromiseKit's type of the same name, implemented with Pledge.
public final class Promise<T>: Thenable, CatchMixin, Sendable {
  let inner: Pledge.Future<UncheckedSendable<T>>

  /// Takes ownership of a promise that has no consumers yet.
  ///
  /// Marks its rejections as handled for Pledge, because the original does not report unhandled
  /// ones.
  init(owning inner: Pledge.Promise<UncheckedSendable<T>>) {
    if !inner.isFulfilled { inner.ignoringErrors() }
    self.inner = inner
  }

  /// Shares a promise that another instance owns.
  init(sharing inner: Pledge.Future<UncheckedSendable<T>>) {
    self.inner = inner
  }

  /// Creates a rejected promise.
  public convenience init(error: any Error) {
    self.init(owning: Pledge.Promise(error: error))
  }

  /// Creates a promise that settles like `bridge`.
  ///
  /// - Parameter bridge: The promise, guarantee, or other thenable to wait for.
  public convenience init<U: Thenable>(_ bridge: U) where U.T == T {
    self.init(sharing: bridge.uncheckedFuture)
  }

  /// Creates a promise that `body` settles.
  ///
  ///     Promise<Data> { seal in fetch(url, completion: seal.resolve) }
  ///
  /// - Parameters:
  ///   - file: The file to report if the resolver is deallocated first.
  ///   - line: The line to report if the resolver is deallocated first.
  ///   - body: Runs synchronously and receives the resolver. If it throws, the promise is rejected
  ///     with that error.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    self.init(owning: promise)
    let resolver = Resolver(promise, file: file, line: line)
    do { try body(resolver) } catch { resolver.reject(error) }
  }

  /// Returns a promise and its resolver; see ``init(file:line:resolver:)``.
  public class func pending(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> (promise: Promise<T>, resolver: Resolver<T>) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    return (Promise(owning: promise), Resolver(promise, file: file, line: line))
  }

  /// Creates a fulfilled promise.
  public static func value(_ value: T) -> Promise<T> {
    Promise(owning: Pledge.Promise(value: UncheckedSendable(value)))
  }
}

extension Promise where T == Void {
  /// Creates a fulfilled promise.
  public convenience init() {
    self.init(owning: Pledge.Promise(value: UncheckedSendable(())))
  }

  /// A fulfilled promise.
  public static var value: Promise<Void> { .value(()) }
}

extension Promise {
  /// Registers a handler of the value or the error; see ``Thenable/pipe(to:)``.
  @preconcurrency
  public func pipe(to handler: @escaping @Sendable (Result<T>) -> Void) {
    inner.observe { outcome in if let result = Result(outcome) { handler(result) } }
  }

  /// The value or the error, or `nil` while this is pending.
  public var result: Result<T>? { inner.result.flatMap { Result($0) } }

  /// This promise as a Pledge future.
  public var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> { inner }
}
