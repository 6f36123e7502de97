internal import Pledge

/// What a promise is rejected with that can no longer be settled, and not what its users see of
/// that.
///
/// The loss has been logged as the original logs it. Under its own name, `Abandoned`, Pledge would
/// report it once more.
enum Lost: Error {
  /// The promise that was made at a place lost what settles it.
  case producer(file: StaticString, line: UInt)
  /// A user passes on what was seen of a loss.
  case passed(Abandoned)
}

extension Lost: CustomStringConvertible {
  var description: String { "\(abandoned)" }

  /// The loss as users see it.
  var abandoned: any Error {
    switch self {
    case .passed(let error): return error
    case .producer(let file, let line):
      // One that is lost is where such an error can be had; nobody waits for it, so nobody is told.
      let lost = Pledge.Promise<Never>.pending(file: file, line: line).promise
      guard case .failure(let error) = lost.result else { fatalError("a lost promise is rejected") }
      return error
    }
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

  /// This error of a user's as promises keep it; see ``perceived``.
  var kept: any Error {
    if let error = self as? Abandoned { Lost.passed(error) } else { self }
  }

  /// Whether this says that nobody can settle the promise any more.
  var isLoss: Bool { self is Lost || self is Abandoned }
}

/// Runs a handler of a user's, whose error is to be ``Swift/Error/kept``.
func keepingError<T>(_ handler: () throws -> T) throws -> T {
  do { return try handler() } catch { throw error.kept }
}
