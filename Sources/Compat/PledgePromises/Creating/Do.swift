public import Dispatch
internal import Pledge

extension Promise {
  /// Work that returns a value, or a promise.
  public typealias Do<T> = () throws -> T

  /// Creates a pending promise and resolves it with what `work` returns or throws.
  ///
  /// The promise lives until it is resolved.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs, later.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - work: The work; a value that is an error rejects.
  @preconcurrency
  public convenience init(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> Value
  ) {
    self.init(on: queue, file, line) { $0.resolve(with: Outcome(catching: work)) }
  }

  /// Same as ``init(on:file:line:_:)-(_,_,_,()->Value)``, following the promise that `work` returns.
  @preconcurrency
  public convenience init(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> Promise<Value>
  ) {
    self.init(on: queue, file, line) { promise in
      do {
        promise.inner.chain(after: try work().inner)
      } catch {
        promise.reject(error)
      }
    }
  }

  /// Same as ``init(on:file:line:_:)-(_,_,_,()->Value)``, for a value of another type.
  ///
  /// One that is an error rejects, and so does one that is no `Value`, with Pledge's `CastError`.
  @_disfavoredOverload @preconcurrency
  public convenience init<T>(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> T
  ) {
    self.init(on: queue, file, line) { promise in
      do {
        promise.resolve(with: Outcome(casting: try work()))
      } catch {
        promise.reject(error)
      }
    }
  }

  /// Same as ``init(on:file:line:_:)-(_,_,_,()->Value)``, following a promise of another type.
  ///
  /// A value that is no `Value` rejects with Pledge's `CastError`.
  @_disfavoredOverload @preconcurrency
  public convenience init<T>(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> Promise<T>
  ) {
    self.init(on: queue, file, line) { promise in
      do {
        let other = try work().inner
        promise.inner.chain(after: other.map { Outcome(casting: try $0.get().value) })
      } catch {
        promise.reject(error)
      }
    }
  }

  /// Creates a pending promise, kept until it is resolved, and runs `body` with it on `queue`.
  private convenience init(
    on queue: DispatchQueue,
    _ file: StaticString,
    _ line: UInt,
    _ body: @escaping @Sendable (Promise<Value>) -> Void
  ) {
    let hold = Hold<Value>()
    self.init(inner: Pledge.Promise(discard: { hold.end() }, file: file, line: line))
    hold.keep(self)
    Turn(queue).run { body(self) }
  }
}
