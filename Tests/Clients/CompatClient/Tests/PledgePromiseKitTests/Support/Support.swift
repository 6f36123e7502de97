import PledgePromiseKit
import TestSupport
import Testing

/// All tests of this module, run one after another: some tests change the global configuration.
@Suite(.serialized) enum PromiseKitTests {}

/// The errors of these tests.
enum Problem: Error, Equatable {
  case first
  case second
}

/// A class that is not `Sendable`.
final class Box {
  var content = 0
}

/// Runs `body` and restores the configuration afterward.
///
/// - Returns: The events that were logged in between.
@discardableResult
func logged(_ body: () throws -> Void) rethrows -> [String] {
  let kept = conf
  defer { conf = kept }
  let log = Log<String>()
  conf.logHandler = { log.add("\($0)") }
  try body()
  return log.entries
}

/// Waits for the outcome.
func outcome<P: Thenable>(of promise: P) async -> PledgePromiseKit.Result<P.T> where P.T: Sendable {
  await withCheckedContinuation { continuation in
    promise.pipe { continuation.resume(returning: $0) }
  }
}

/// Returns `error` as a problem, if it is one.
func problem(_ error: (any Error)?) -> Problem? { error as? Problem }
