import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct RetryTests {
  typealias Failure = TestError

  @Test func `the first attempt is made before retry returns`() {
    let record = Log<Bool>()
    let promise = retry { () -> Promise<Int> in
      record.mark()
      return Promise(42)
    }
    #expect(record.count == 1)
    _ = promise
  }

  @Test func `there are as many retries as allowed`() async {
    let record = Log<Bool>()
    let promise = retry(attempts: 3, delay: 0.001) { () -> Promise<Int> in
      record.mark()
      return Promise(Failure.code13)
    }
    #expect(await promise.failure() as? Failure == .code13)
    #expect(record.count == 4)
  }

  @Test func `the default is one retry, after a second`() async {
    let record = Log<Bool>()
    let begin = ContinuousClock.now
    let late = retry { () -> Promise<Int> in
      record.mark()
      return Promise(Failure.code13)
    }
    #expect(await late.failure() as? Failure == .code13)
    #expect(record.count == 2)
    #expect(ContinuousClock.now - begin >= .seconds(1))
    let left = Log<Int>()
    // The call style of client code.
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let again = retry(
      delay: 0,
      condition: { count, _ in
        left.add(count)
        return true
      }
    ) { Promise<Int>(Failure.code13) }
    #expect(await again.failure() as? Failure == .code13)
    #expect(left.entries == [1])
  }

  @Test func `without retries, there is one attempt`() async {
    for attempts in [0, -1] {
      let record = Log<Bool>()
      let promise = retry(attempts: attempts, delay: 0.001) { () -> Promise<Int> in
        record.mark()
        throw Failure.code13
      }
      #expect(await promise.failure() as? Failure == .code13)
      #expect(record.count == 1)
    }
  }

  @Test func `the first value ends the retries`() async throws {
    let record = Log<Bool>()
    let promise = retry(attempts: 5, delay: 0) { () -> Promise<Int> in
      record.mark()
      return record.count == 3 ? Promise(42) : Promise(Failure.code13)
    }
    #expect(try await promise.get() == 42)
    #expect(record.count == 3)
  }

  @Test func `the condition receives the number of remaining retries, and decides`() async {
    let record = Log<Int>()
    // The call style of client code.
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let promise = retry(
      attempts: 5,
      delay: 0,
      condition: { left, error in
        record.add(left)
        return left > 3 && error as? Failure == .code42
      }
    ) { () -> Promise<Int> in
      Promise(Failure.code42)
    }
    #expect(await promise.failure() as? Failure == .code42)
    #expect(record.entries == [5, 4, 3])
  }

  @Test func `retries run on the queue`() {
    let turns = Turns()
    let record = Log<Bool>()
    let promise = retry(on: turns.queue, attempts: 2, delay: 0) { () -> Promise<Int> in
      record.add(turns.areHere)
      return Promise(Failure.code13)
    }
    turns.finish(8)
    #expect(promise.isRejected)
    #expect(record.entries == [false, true, true])
  }
}
