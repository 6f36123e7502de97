package import Pledge

/// A promise of a canary, and its resolver.
package final class Source: Sendable {
  /// The promise.
  package let promise: Promise<Canary>
  private let resolver: Locked<Resolver<Canary>?>

  /// Creates a pending promise.
  package init() {
    let (promise, resolver) = Promise<Canary>.pending()
    self.promise = promise
    self.resolver = Locked(resolver)
  }

  /// Ends the promise, or a stage derived from it, in the given way.
  package func end(_ ending: Ending, of stage: any Stage, with cage: Cage) {
    switch ending {
    case .fulfilled: resolver.value?.resolve(cage.canary())
    case .rejected: resolver.value?.reject(cage.canary())
    case .discarded: stage.discard()
    case .broken: resolver.value = nil
    }
  }

  /// Returns a stage whose handler holds a canary.
  package func stage(capturing cage: Cage) -> Promise<Canary> {
    promise.map { [closure = cage.closure()] value in
      closure()
      return value
    }
  }

  /// Keeps the promise and `stage` alive until this call, and marks their rejections as handled.
  package func handleErrors(of stage: any Stage) {
    _ = (promise.failure, stage.failure)
  }
}

/// The ways in which a promise can settle.
package enum Ending: CaseIterable, Sendable {
  case fulfilled
  case rejected
  case discarded
  case broken
}
