internal import Pledge

extension Promise {
  /// Creates a dormant promise for work that settles it through callbacks.
  ///
  ///     Promise<User> { resolve, reject in sdk.load { resolve($0) } }
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - callback: The work. It runs once, on the thread that starts the promise. If it releases
  ///     both closures before the promise is settled, the promise stays pending, unless
  ///     ``ThenConfiguration/rejectsBrokenPromises`` is set.
  @preconcurrency public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    callback:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (T) -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void
      ) -> Void
  ) {
    self.init(at: (file, line)) { resolver, _ in
      callback({ resolver.resolve(UncheckedSendable($0)) }, { resolver.reject($0) })
    }
  }

  /// Same as ``init(file:line:callback:)-(_,_,((T)->Void,(Error)->Void)->Void)``, for work that
  /// also reports progress, from 0 to 1.
  @preconcurrency public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    callback:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (T) -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void,
        _ progress: @escaping @Sendable (Float) -> Void
      ) -> Void
  ) {
    self.init(at: (file, line)) { resolver, progress in
      callback({ resolver.resolve(UncheckedSendable($0)) }, { resolver.reject($0) }, progress)
    }
  }
}

extension Promise where T == Void {
  /// Same as ``init(file:line:callback:)-(_,_,((T)->Void,(Error)->Void)->Void)``, without a value.
  @preconcurrency public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    callback:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable () -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void
      ) -> Void
  ) {
    self.init(at: (file, line)) { resolver, _ in
      callback({ resolver.resolve(UncheckedSendable(())) }, { resolver.reject($0) })
    }
  }

  /// Same as ``init(file:line:callback:)-(_,_,((T)->Void,(Error)->Void,(Float)->Void)->Void)``,
  /// without a value.
  @preconcurrency public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    callback2:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable () -> Void,
        _ reject: @escaping @Sendable (any Error) -> Void,
        _ progress: @escaping @Sendable (Float) -> Void
      ) -> Void
  ) {
    self.init(at: (file, line)) { resolver, progress in
      callback2({ resolver.resolve(UncheckedSendable(())) }, { resolver.reject($0) }, progress)
    }
  }
}

extension Promise {
  /// Creates a dormant promise for work that receives a resolver.
  private convenience init(
    at place: (file: StaticString, line: UInt),
    _ body:
      @escaping @Sendable (
        _ resolver: Resolver<UncheckedSendable<T>>,
        _ progress: @escaping @Sendable (Float) -> Void
      ) -> Void
  ) {
    self.init(work: { source in
      // Each run has a separate attempt: its first outcome counts, and an attempt whose resolver is
      // released is broken.
      let (attempt, resolver) = Inner.pending(file: place.file, line: place.line)
      source.follow(attempt)
      body(resolver) { source.report($0) }
    })
  }

  /// Creates a dormant promise that, once started, follows the future that `start` returns.
  ///
  /// It cannot run again: `start` is released after it has run.
  convenience init(
    startedBy start: @escaping @Sendable () -> Pledge.Future<UncheckedSendable<T>>
  ) {
    self.init(work: { source in source.follow(start()) }, isRepeatable: false)
  }

  /// Creates a dormant promise that `work` settles.
  convenience init(
    work: @escaping Source<T>.Work,
    isRepeatable: Bool = true,
    runs: UInt = 1
  ) {
    let inner = Inner()
    self.init(inner, of: Source(inner, work, isRepeatable: isRepeatable, runs: runs))
  }
}
