import Dispatch
import TestSupport
import Testing

@testable import PledgePromises

/// Serialized, because the queue is a global setting.
///
/// Other tests do not depend on it.
@Suite(.serialized, .hangLimit)
struct DefaultQueueTests {
  @Test
  func `the default queue is the main queue unless another is set when an operator is called`()
    async throws
  {
    let queue = DispatchQueue.marked("turns")
    let promise = Promise<Int>()
    let before = promise.then { _ in isMainQueue() }
    DispatchQueue.promises = queue
    let during = promise.then { _ in isOnTurns }
    DispatchQueue.promises = .main
    let after = promise.then { _ in isMainQueue() }
    promise.fulfill(1)
    let places = try await [before.get(), during.get(), after.get()]
    #expect(places == [true, true, true])
  }

  @Test func `everything without a queue is on the default one`() async {
    let queue = DispatchQueue.marked("turns")
    DispatchQueue.promises = queue
    defer { DispatchQueue.promises = .main }
    let source = Promise(1)
    let failed = Promise<Int>(Broken())
    queue.suspend()
    let numbers: [Promise<Int>] = [
      Promise<Int> { fulfill, _ in fulfill(1) },
      Promise<Int> { 1 },
      Promise<Int> { source },
      wrap { (done: @Sendable (Int) -> Void) in done(1) },
      source.then { $0 },
      source.then { Promise($0) },
      source.then { _ in },
      source.catch { _ in },
      source.always {},
      failed.recover { _ in 1 },
      failed.recover { _ in Promise(1) },
      failed.delay(0),
      source.timeout(3600),
      source.validate { _ in true },
      source.reduce(1) { Promise($0 + $1) },
      source.reduce([1]) { Promise($0 + $1) },
      race(source, source),
      race([source]),
      retry { source },
    ]
    let lists: [Promise<[Int]>] = [all(source, source, source), all([source])]
    let maybes: [Promise<[Maybe<Int>]>] = [any(source, source, source), any([source])]
    for _ in 0..<4 { await MainActor.run {} }
    #expect(numbers.allSatisfy { $0.isPending })
    #expect(lists.allSatisfy { $0.isPending } && maybes.allSatisfy { $0.isPending })
    queue.resume()
    queue.finish()
    #expect(!numbers.contains { $0.isPending })
    #expect(lists.allSatisfy { $0.isFulfilled } && maybes.allSatisfy { $0.isFulfilled })
  }

  @Test func `the default queue may be set and read from any thread`() {
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
