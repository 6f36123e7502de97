public import Dispatch
internal import Pledge

extension Promise {
  /// Work that calls one of two functions when it is done.
  public typealias Async = (
    _ fulfill: @escaping (Value) -> Void,
    _ reject: @escaping (any Error) -> Void
  ) throws -> Void

  /// Creates a pending promise and runs `work` to resolve it.
  ///
  ///     Promise<Image>(on: .global()) { fulfill, reject in
  ///       loader.load { image, error in
  ///         if let image { fulfill(image) } else { reject(error ?? Missing()) }
  ///       }
  ///     }
  ///
  /// The promise is retained until it is resolved. If both functions are released while it is
  /// pending, it is broken: it stays pending, unless
  /// ``PromisesConfiguration/rejectsBrokenPromises`` is set.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs, asynchronously.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - work: Receives the two functions, which are thread-safe; the first call counts. If `work`
  ///     throws, the promise is rejected.
  @preconcurrency
  public convenience init(
    on queue: DispatchQueue = .promises,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) {
    let (inner, resolver) = Pledge.Promise<Outcome<Value>>.pending(file: file, line: line)
    self.init(inner: inner)
    let hold = Hold<Value>()
    hold.keep(self)
    // The closure retains the promise until it is resolved; the promise is never discarded.
    resolver.onDiscard { hold.keepAlive() }
    @Sendable func resolve(with outcome: Outcome<Value>) {
      DispatchGroup.promises.counting { _ = resolver.resolve(outcome) }
    }
    Turn(queue).run {
      do {
        try work({ resolve(with: Outcome($0)) }, { resolve(with: .rejected($0)) })
      } catch {
        resolve(with: .rejected(error))
      }
    }
  }
}
