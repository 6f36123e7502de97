import Dispatch
import Testing

@testable import PledgePromises

/// One after the other, because the queue is everybody's; other tests do not care about theirs.
@Suite(.serialized) struct DefaultQueueTests {
  @Test func `handlers run on the main queue unless another is set`() async throws {
    let onMain = try await Promise(1).then { _ in isMainQueue() }.get()
    #expect(onMain)
  }

  @Test func `the default queue is asked for when an operator is called`() async throws {
    let turns = Turns()
    let promise = Promise<Int>()
    let before = promise.then { _ in turns.areHere }
    DispatchQueue.promises = turns.queue
    let during = promise.then { _ in turns.areHere }
    DispatchQueue.promises = .main
    let after = promise.then { _ in turns.areHere }
    promise.fulfill(1)
    let places = try await [before.get(), during.get(), after.get()]
    #expect(places == [false, true, false])
  }

  @Test func `the default queue may be set and read from any threads`() {
    let queues = (0..<4).map { DispatchQueue(label: "\($0)") }
    DispatchQueue.concurrentPerform(iterations: 1000) { number in
      if number.isMultiple(of: 2) { DispatchQueue.promises = queues[number % 4] }
      #expect(!DispatchQueue.promises.label.isEmpty)
    }
    DispatchQueue.promises = .main
  }
}

private func isMainQueue() -> Bool {
  dispatchPrecondition(condition: .onQueue(.main))
  return true
}
