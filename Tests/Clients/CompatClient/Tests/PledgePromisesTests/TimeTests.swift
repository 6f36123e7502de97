import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

/// Delays that have to elapse last a millisecond; delays that must not elapse last an hour.
@Suite(.hangLimit)
struct TimeTests {
  typealias Failure = TestError
  let hour = 3600.0

  @Test func `delay passes on a value later`() async throws {
    #expect(try await Promise(42).delay(0.001).get() == 42)
    #expect(try await Promise(42).delay(0).get() == 42)
    #expect(try await Promise(42).delay(-.infinity).get() == 42)
    #expect(try await Promise(42).delay(.nan).get() == 42)
  }

  @Test func `delay holds a value back`() {
    let turns = Turns()
    let late = [hour, .infinity].map { Promise(42).delay(on: turns.queue, $0) }
    turns.finish()
    #expect(late.map(\.isPending) == [true, true])
    for promise in late { promise.fulfill(0) }
  }

  @Test func `delay passes on an error immediately`() async {
    let failed = Promise<Int>(Failure.code13).delay(hour)
    #expect(await failed.failure() as? Failure == .code13)
  }

  @Test func `a delayed promise can be resolved directly first`() {
    let turns = Turns()
    let late = Promise(42).delay(on: turns.queue, hour)
    turns.finish()
    late.reject(Failure.code13)
    #expect(late.error as? Failure == .code13)
  }

  @Test func `timeout rejects after the limit, and the work continues`() async throws {
    let slow = Promise<Int>()
    #expect(await slow.timeout(0.001).failure() as? PromiseError == .timedOut)
    #expect(slow.isPending)
    slow.fulfill(42)
    #expect(try await slow.then { $0 }.get() == 42)
  }

  @Test func `timeout passes on an outcome within the limit`() async throws {
    #expect(try await Promise(42).timeout(hour).get() == 42)
    let failed = Promise<Int>(Failure.code13).timeout(hour)
    #expect(await failed.failure() as? Failure == .code13)
  }

  @Test func `a stage after a timeout that did not fire still runs`() async throws {
    let record = Log<Int>()
    let slow = Promise<Int>()
    let work = slow.then { record.add($0) }
    #expect(await work.timeout(0.001).failure() as? PromiseError == .timedOut)
    slow.fulfill(42)
    #expect(try await work.get() == 42)
    #expect(record.entries == [42])
  }
}
