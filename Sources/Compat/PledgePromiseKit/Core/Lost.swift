internal import Pledge

/// What a promise is rejected with that can no longer be settled, and not what its users see of that.
///
/// The loss has been logged as the original logs it. Under its own name, `Abandoned`, Pledge would
/// report it once more.
struct Lost: Error {
  let abandoned: any Error

  /// Creates the error of a promise that was made at a place.
  init(file: StaticString, line: UInt) {
    // One that is lost is where such an error can be had; nobody waits for it, so nobody is told.
    let lost = Pledge.Promise<Never>.pending(file: file, line: line).promise
    guard case .failure(let error) = lost.result else { fatalError("a lost promise is rejected") }
    abandoned = error
  }
}

extension Error {
  /// This error as users of the original know it.
  var perceived: any Error {
    switch self {
    case let error as Lost: error.abandoned
    case is CycleError: PMKError.returnedSelf
    default: self
    }
  }
}

extension Pledge.Promise {
  /// Rejects this promise, unless it is settled: who could settle it has gone.
  func lose(file: StaticString, line: UInt) {
    if isPending { reject(Lost(file: file, line: line)) }
  }
}
