import Dispatch
import Foundation
import PledgePromiseKit
import Testing

/// All tests of this module, one after another: the configuration is a global, which some of them change.
@Suite(.serialized) enum PromiseKitTests {}

/// A value behind a lock that the thread sanitizer sees.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}

extension Locked where Value == [String] {
  func note(_ line: String) { withLock { $0.append(line) } }
}

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
  let log = Locked<[String]>([])
  conf.logHandler = { log.note("\($0)") }
  try body()
  return log.value
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

/// Runs `work` on a thread with a stack of 512 KiB, and waits for its end.
func onSmallStack(_ work: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  let thread = Thread {
    work()
    ended.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  ended.wait()
}
