import Pledge
import PledgeTestSupport

/// A promise of a canary, and its resolver.
final class Source: Sendable {
  let promise: Promise<Canary>
  private let resolver: Locked<Resolver<Canary>?>

  init() {
    let (promise, resolver) = Promise<Canary>.pending()
    self.promise = promise
    self.resolver = Locked(resolver)
  }

  /// Ends the promise, or a stage derived from it, in the given way.
  func end(_ ending: Ending, of stage: any Stage, with cage: Cage) {
    switch ending {
    case .fulfilled: resolver.value?.resolve(cage.canary())
    case .rejected: resolver.value?.reject(cage.canary())
    case .discarded: stage.discard()
    case .broken: resolver.value = nil
    }
  }

  /// Returns a stage whose handler holds a canary.
  func stage(capturing cage: Cage) -> Promise<Canary> {
    promise.map { [closure = cage.closure()] value in
      closure()
      return value
    }
  }

  /// Keeps the promise and `stage` alive until this call, and marks their rejections as handled.
  func handleErrors(of stage: any Stage) {
    _ = (promise.failure, stage.failure)
  }
}

/// The ways in which a promise can settle.
enum Ending: CaseIterable {
  case fulfilled
  case rejected
  case discarded
  case broken
}
