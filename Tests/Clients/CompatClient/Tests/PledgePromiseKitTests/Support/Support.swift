import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

/// All tests of this module, one after another: the configuration is a global, which some of them
/// change.
@Suite(.serialized) enum PromiseKitTests {}

/// What goes wrong here.
enum Problem: Error, Equatable {
  case first
  case second
}

/// An object that knows no threads.
final class Box {
  var content = 0
}

/// Runs `body`, and restores the configuration after it.
///
/// - Returns: The events that were logged meanwhile.
@discardableResult
func logged(_ body: () throws -> Void) rethrows -> [String] {
  let kept = conf
  defer { conf = kept }
  let log = Log<String>()
  conf.logHandler = { log.add("\($0)") }
  try body()
  return log.entries
}

/// Waits until the main queue has done what is in it now.
func mainQueueDrained() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// Waits for the outcome.
func outcome<P: Thenable>(of promise: P) async -> PledgePromiseKit.Result<P.T> where P.T: Sendable {
  await withCheckedContinuation { continuation in
    promise.pipe { continuation.resume(returning: $0) }
  }
}

/// What `error` is, as a problem.
func problem(_ error: (any Error)?) -> Problem? { error as? Problem }
