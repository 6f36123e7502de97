public import Pledge

/// A value that will exist, or fail to.
///
///     firstly { login() }
///       .then { user in avatar(of: user) }
///       .done { image in show(image) }
///       .catch { error in alert(error) }
///
/// The API and the behaviour of PromiseKit's type of this name, on Pledge.
public final class Promise<T>: Thenable, CatchMixin, Sendable {
  let inner: Pledge.Future<UncheckedSendable<T>>

  /// Takes over what nobody knows yet.
  ///
  /// Pledge is told that its rejections are heard of: the original says nothing of those that are
  /// not.
  init(newborn inner: Pledge.Promise<UncheckedSendable<T>>) {
    if !inner.isFulfilled { inner.ignoringErrors() }
    self.inner = inner
  }

  /// Shares what another one has taken over.
  init(sharing inner: Pledge.Future<UncheckedSendable<T>>) {
    self.inner = inner
  }

  /// Creates a rejected promise.
  ///
  /// - Parameter error: The reason.
  public convenience init(error: any Error) {
    self.init(newborn: Pledge.Promise(error: error))
  }

  /// Creates a promise that settles as `bridge` does.
  ///
  /// - Parameter bridge: The promise, guarantee or other thenable to wait for.
  public convenience init<U: Thenable>(_ bridge: U) where U.T == T {
    self.init(sharing: bridge.uncheckedFuture)
  }

  /// Creates a promise that `body` says how to settle.
  ///
  ///     Promise<Data> { seal in fetch(url, completion: seal.resolve) }
  ///
  /// - Parameters:
  ///   - file: The file that the report names if the resolver is deallocated first.
  ///   - line: The line of that file.
  ///   - body: Runs now, and gets what settles the promise; if it throws, that is the reason.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    self.init(newborn: promise)
    let resolver = Resolver(promise, file: file, line: line)
    do { try body(resolver) } catch { resolver.reject(error) }
  }

  /// Creates a promise and what settles it.
  ///
  /// - Parameters:
  ///   - file: The file that the report names if the resolver is deallocated first.
  ///   - line: The line of that file.
  /// - Returns: Both.
  public class func pending(
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> (promise: Promise<T>, resolver: Resolver<T>) {
    let promise = Pledge.Promise<UncheckedSendable<T>>(file: file, line: line)
    return (Promise(newborn: promise), Resolver(promise, file: file, line: line))
  }

  /// Creates a fulfilled promise.
  ///
  /// - Parameter value: The value.
  /// - Returns: The promise.
  public static func value(_ value: T) -> Promise<T> {
    Promise(newborn: Pledge.Promise(value: UncheckedSendable(value)))
  }
}

extension Promise where T == Void {
  /// Creates a fulfilled promise.
  public convenience init() {
    self.init(newborn: Pledge.Promise(value: UncheckedSendable(())))
  }

  /// A fulfilled promise.
  public static var value: Promise<Void> { .value(()) }
}

extension Promise {
  /// Registers `handler`, which runs on the thread that settles this, in the order of registration;
  /// at once, if this is settled.
  ///
  /// - Parameter handler: Gets the value or the error.
  @preconcurrency
  public func pipe(to handler: @escaping @Sendable (Result<T>) -> Void) {
    inner.observe { outcome in if let result = Result(outcome) { handler(result) } }
  }

  /// The value or the error, or `nil` while there is neither.
  public var result: Result<T>? { inner.result.flatMap { Result($0) } }

  /// This as a future of Pledge's.
  public var uncheckedFuture: Pledge.Future<UncheckedSendable<T>> { inner }
}
