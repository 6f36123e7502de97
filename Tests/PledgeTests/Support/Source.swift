import Pledge

/// A promise of a canary, and its producer.
final class Source: Sendable {
  let promise: Promise<Canary>
  private let resolver: Locked<Resolver<Canary>?>

  init() {
    let (promise, resolver) = Promise<Canary>.pending()
    self.promise = promise
    self.resolver = Locked(resolver)
  }

  /// Brings the promise, or a stage of it, to its end.
  func end(_ ending: Ending, of stage: any Stage, with cage: Cage) {
    switch ending {
    case .fulfilled: resolver.value?.fulfill(cage.canary())
    case .rejected: resolver.value?.reject(cage.canary())
    case .discarded: stage.discard()
    case .broken: resolver.value = nil
    }
  }

  /// A stage whose handler holds a canary.
  func stage(capturing cage: Cage) -> Promise<Canary> {
    promise.map { [closure = cage.closure()] value in
      closure()
      return value
    }
  }

  /// Keeps the promise and its stage alive up to here, and hears of their errors.
  func hear(_ stage: any Stage) {
    _ = (promise.failure, stage.failure)
  }
}

/// The ways in which waiting ends.
enum Ending: CaseIterable {
  case fulfilled
  case rejected
  case discarded
  case broken
}
