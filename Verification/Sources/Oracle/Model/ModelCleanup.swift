/// Clean-up that takes time, and resources (9.2, 9.3).
extension ModelPromise {
  func ensureThen(_ finalizer: @escaping () throws -> ModelPromise) -> ModelPromise {
    let line = line
    /// - Parameter hears: Gets the end of the clean-up, and says whether it has heard of an error.
    func finalize(_ hears: @escaping (Outcome) -> Bool) {
      let cleanUp: ModelPromise
      do {
        cleanUp = try finalizer()
      } catch {
        cleanUp = .settled(.failure(error), line: line)
      }
      _ = cleanUp.stage { .nothing(isDeaf: !hears($0)) }
    }
    let will = { finalize { _ in false } }
    return stage(will: will) { outcome in
      let end = ModelPromise(line: line, endsWithConsumers: true)
      finalize { ending in
        if case (.success, .failure) = (outcome, ending) { return end.settle(ending) }
        end.settle(outcome)
        return false
      }
      return .follow(end)
    }
  }

  func using(
    _ release: @escaping @Sendable (Int) -> Void,
    _ body: @escaping (Int) throws -> ModelPromise
  ) -> ModelPromise {
    // A resource that comes all the same is released then (9.3.6).
    let will = { self.derived(.tap(release)).ignoreErrors() }
    return stage(will: will) { [line] outcome in
      guard case .success(let resource) = outcome else { return .settle(outcome) }
      let work: ModelPromise
      do {
        work = try body(resource)
      } catch {
        work = .settled(.failure(error), line: line)
      }
      return .follow(work.derived(.ensure { release(resource) }))
    }
  }
}
