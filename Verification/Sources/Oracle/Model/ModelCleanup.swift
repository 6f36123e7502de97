/// Asynchronous cleanup, and resources (9.2, 9.3).
extension ModelPromise {
  func ensureThen(_ finalizer: @escaping () throws -> ModelPromise) -> ModelPromise {
    let line = line
    /// - Parameter handles: Receives the outcome of the cleanup, and returns whether it handles an
    ///   error.
    /// - Returns: The registration with the cleanup.
    @discardableResult
    func finalize(_ handles: @escaping (Outcome) -> Bool) -> ModelPromise {
      let cleanUp: ModelPromise
      do {
        cleanUp = try finalizer()
      } catch {
        cleanUp = .settled(.failure(error), line: line)
      }
      return cleanUp.stage { .nothing(isIgnored: !handles($0)) }
    }
    let cleanup = { _ = finalize { _ in false } }
    return stage(cleanup: cleanup) { outcome in
      let end = ModelPromise(line: line, endsWithConsumers: true)
      let link = finalize { ending in
        if case (.success, .failure) = (outcome, ending) { return end.settle(ending) }
        end.settle(outcome)
        return false
      }
      end.dynamicDependencies = { [weak link] in link.map { [$0] } ?? [] }
      return .follow(end)
    }
  }

  func using(
    _ release: @escaping @Sendable (Int) -> Void,
    _ body: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    var isReleasedByStage = false
    let stage = stage { [line] outcome in
      guard case .success(let resource) = outcome else { return .settle(outcome) }
      isReleasedByStage = true
      let work: ModelPromise
      do {
        work = try body(resource)
      } catch {
        work = .settled(.failure(error), line: line)
      }
      return .follow(work.derived(.ensure { release(resource) }))
    }
    // The acquisition retains this consumer, so it continues when the stage is detached (9.3.6).
    _ = self.stage { outcome in
      if case .success(let resource) = outcome, !isReleasedByStage { release(resource) }
      return .nothing(isIgnored: true)
    }
    return stage
  }
}
