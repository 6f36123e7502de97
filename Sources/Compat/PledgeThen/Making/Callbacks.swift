internal import Pledge

extension Promise {
  /// Creates a dormant promise for work that settles it by calling back.
  ///
  ///     Promise<User> { resolve, reject in sdk.load { resolve($0) } }
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - callback: The work. It runs once, on the thread of who starts the promise. If it lets go of both
  ///     closures before it has settled the promise, that stays pending, unless
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
      callback({ resolver.fulfill(UncheckedSendable($0)) }, { resolver.reject($0) })
    }
  }

  /// Same as ``init(file:line:callback:)-(_,_,((T)->Void,(Error)->Void)->Void)``, for work that also
  /// tells how much is done.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - callback: The work; its third closure takes what is done, from 0 to 1.
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
      callback({ resolver.fulfill(UncheckedSendable($0)) }, { resolver.reject($0) }, progress)
    }
  }
}

extension Promise where T == Void {
  /// Same as ``init(file:line:callback:)-(_,_,((T)->Void,(Error)->Void)->Void)``, where there is no value.
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
      callback({ resolver.fulfill(UncheckedSendable(())) }, { resolver.reject($0) })
    }
  }

  /// Same as ``init(file:line:callback:)-(_,_,((T)->Void,(Error)->Void,(Float)->Void)->Void)``, where
  /// there is no value.
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
      callback2({ resolver.fulfill(UncheckedSendable(())) }, { resolver.reject($0) }, progress)
    }
  }
}

extension Promise {
  /// Creates a dormant promise for work that keeps a resolver.
  private convenience init(
    at place: (file: StaticString, line: UInt),
    _ body:
      @escaping @Sendable (
        _ resolver: Resolver<UncheckedSendable<T>>,
        _ progress: @escaping @Sendable (Float) -> Void
      ) -> Void
  ) {
    self.init(work: { source in
      // An attempt of its own for each run: the first outcome counts, and one that nobody can settle any
      // more is abandoned.
      let (attempt, resolver) = Inner.pending(file: place.file, line: place.line)
      source.follow(attempt)
      body(resolver) { source.report($0) }
    })
  }

  /// Creates a dormant promise that settles as the future which `start` returns once it is started.
  ///
  /// It has nothing to run again: `start` is released when it has run.
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
