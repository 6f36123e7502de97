public import Dispatch
internal import Pledge

extension Promise {
  /// Work that returns a value, or a promise.
  public typealias Do<T> = () throws -> T

  /// Creates a pending promise and resolves it with the value that `work` returns or the error it
  /// throws.
  ///
  ///     Promise<Data>(on: .global()) { try Data(contentsOf: file) }
  ///
  /// The promise is retained until it is resolved.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs, asynchronously.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - work: The work. A value that is an error rejects. A value that is neither an error nor a
  ///     `Value`, which the compiler accepts, rejects with Pledge's `CastError`.
  @preconcurrency
  public convenience init<T>(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> T
  ) {
    self.init(on: queue, file, line) { promise in
      promise.resolve(with: Outcome(by: { Outcome(casting: try work()) }))
    }
  }

  /// Same as ``init(on:file:line:_:)-(_,_,_,()->T)``, but follows the promise that `work` returns.
  @preconcurrency
  public convenience init<T>(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> Promise<T>
  ) {
    self.init(on: queue, file, line) { promise in
      do {
        promise.inner.chain(after: try work().cast())
      } catch {
        promise.reject(error)
      }
    }
  }

  /// Creates a pending promise, retained until it is resolved, and runs `body` with it on `queue`.
  private convenience init(
    on queue: DispatchQueue,
    _ file: StaticString,
    _ line: UInt,
    _ body: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    let hold = Hold<Value>()
    self.init(inner: Pledge.Promise(discard: { hold.keepAlive() }, file: file, line: line))
    hold.keep(self)
    Turn(queue).run { body(self) }
  }

  private func cast<Other>() -> Future<Outcome<Other>> {
    if let same = (self as AnyObject) as? Promise<Other> { return same.followed }
    return followed.map { outcome in
      switch outcome {
      case .fulfilled(let value): Outcome(casting: value.value)
      case .rejected(let error): .rejected(error)
      }
    }
  }
}
