import Dispatch
import Foundation
import Testing

@testable import PledgePromises

/// The group is everybody's, so these wait for the other tests, too.
struct WaitForPromisesTests {
  @Test func `it waits for what is pending and for handlers on their way`() async throws {
    let record = Record<Int>()
    let hasEnded = try await onSmallStack { () -> Bool in
      let queue = DispatchQueue(label: "waiting")
      Promise(1).delay(on: queue, 0.02).then(on: queue) { record.add($0) }
        .then(on: queue) { $0 + 1 }.then(on: queue) { record.add($0) }
      return waitForPromises(timeout: 60)
    }
    #expect(hasEnded)
    #expect(record.entries == [1, 2])
  }

  @Test func `it gives up when the time is over`() async throws {
    let promise = Promise<Int>()
    let hasEnded = try await onSmallStack { waitForPromises(timeout: 0.02) }
    #expect(!hasEnded)
    promise.fulfill(1)
  }

  @Test func `a promise that is resolved, or gone, counts no longer`() {
    let turns = Turns()
    // As many as are pending now would hold the next group open.
    let resolved = Promise<Int>()
    resolved.fulfill(1)
    let settledByStage = resolved.then(on: turns.queue) { $0 }
    _ = Promise<Int>()
    let delayed = Promise(1).delay(on: turns.queue, 3600)
    turns.finish()
    delayed.reject(PledgePromises.Test.Error.code13)
    #expect(settledByStage.isFulfilled)
    #expect(onItsOwnThread { waitForPromises(timeout: 60) })
  }
}

private func onItsOwnThread(_ work: @escaping @Sendable () -> Bool) -> Bool {
  let ended = DispatchSemaphore(value: 0)
  let record = Record<Bool>()
  Thread.detachNewThread {
    record.add(work())
    ended.signal()
  }
  ended.wait()
  return record.entries == [true]
}
