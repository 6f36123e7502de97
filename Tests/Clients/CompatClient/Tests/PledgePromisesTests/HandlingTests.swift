import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct HandlingTests {
  typealias Failure = TestError

  @Test func `then without a result passes on the value`() async throws {
    let record = Log<Int>()
    let passed = Promise(42).then { record.add($0) }.then { $0 + 1 }
    #expect(try await passed.get() == 43)
    #expect(record.entries == [42])
  }

  @Test func `a chain of handlers without results and arguments compiles`() async throws {
    let record = Log<Bool>()
    let chain = Promise(42).then { _ in record.mark() }.then { record.mark() }
    try await chain.get()
    #expect(record.count == 2)
  }

  @Test func `a handler that throws rejects`() async {
    @Sendable func fail() throws { throw Failure.code13 }
    let noted = Promise(42).then { _ in try fail() }
    let mapped = Promise(42).then { number -> Int in
      try fail()
      return number
    }
    let followed = Promise(42).then { number -> Promise<Int> in
      try fail()
      return Promise(number)
    }
    for promise in [noted, mapped, followed] {
      #expect(await promise.failure() as? Failure == .code13)
    }
  }

  @Test func `catch receives the error and passes it on`() async {
    let record = Log<Failure?>()
    let passed = Promise<Int>(Failure.code13).catch { record.add($0 as? Failure) }
    #expect(await passed.failure() as? Failure == .code13)
    #expect(record.entries == [.code13])
  }

  @Test func `catch passes a value without a call`() async throws {
    let passed = Promise(42).catch { _ in Issue.record("called without an error") }
    #expect(try await passed.get() == 42)
  }

  @Test func `always runs in either case and passes on the outcome`() async throws {
    let record = Log<Bool>()
    #expect(try await Promise(42).always { record.mark() }.get() == 42)
    let rejected = Promise<Int>(Failure.code13).always { record.mark() }
    #expect(await rejected.failure() as? Failure == .code13)
    #expect(record.count == 2)
  }

  @Test func `the handler of a stage that is resolved directly first does not run`() {
    let turns = Turns()
    let record = Log<Int>()
    let source = Promise<Int>()
    let stage = source.then(on: turns.queue) { record.add($0) }
    stage.fulfill(42)
    source.fulfill(1)
    turns.finish()
    #expect(record.entries.isEmpty && stage.value == 42)
  }

  @Test func `recover replaces an error by a value or a promise`() async throws {
    let failed = Promise<Int>(Failure.code13)
    #expect(try await failed.recover { $0 as? Failure == .code13 ? 1 : 2 }.get() == 1)
    #expect(try await failed.recover { _ in Promise(3) }.get() == 3)
    let again = failed.recover { _ -> Int in throw Failure.code42 }
    #expect(await again.failure() as? Failure == .code42)
    let still = failed.recover { _ -> Promise<Int> in Promise(Failure.code42) }
    #expect(await still.failure() as? Failure == .code42)
  }

  @Test func `validate rejects an invalid value`() async throws {
    #expect(try await Promise(42).validate { $0 > 0 }.get() == 42)
    let refused = Promise(42).validate { $0 < 0 }
    #expect(await refused.failure() as? PromiseError == .validationFailure)
    let failed = Promise<Int>(Failure.code13).validate { _ in false }
    #expect(await failed.failure() as? Failure == .code13)
  }

  @Test func `reduce folds elements one after another`() async throws {
    let digits = Promise("0").reduce(1, 2, 3) { text, digit in Promise("\(text)\(digit)") }
    #expect(try await digits.get() == "0123")
    let words = Promise("").reduce(["a", "b"]) { text, word in Promise(text + word) }
    #expect(try await words.get() == "ab")
  }

  @Test func `reduce runs on its queue and ends with the first error`() {
    let turns = Turns()
    let record = Log<Int>()
    let sum = Promise(0).reduce(on: turns.queue, [1, 2, 3]) { sum, number in
      #expect(turns.areHere)
      record.add(number)
      return number == 2 ? Promise(Failure.code13) : Promise(sum + number)
    }
    turns.finish()
    #expect(sum.error as? Failure == .code13)
    #expect(record.entries == [1, 2])
  }

  @Test func `reduce without elements returns the promise itself`() {
    let promise = Promise(42)
    let none: [Int] = []
    #expect(promise.reduce(none) { sum, _ in Promise(sum) } === promise)
  }
}
