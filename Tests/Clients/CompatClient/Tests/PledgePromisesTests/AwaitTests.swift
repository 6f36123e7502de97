import Dispatch
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.hangLimit)
struct AwaitTests {
  @Test func `awaitPromise blocks until there is a value`() async throws {
    let first = Promise<Int>()
    let sum = Promise<Int>(on: .global()) {
      try awaitPromise(first) + awaitPromise(first.then(on: .global()) { $0 * 10 })
    }
    first.fulfill(1)
    #expect(try await sum.get() == 11)
  }

  @Test func `a separate queue may wait for a promise of the main queue`() async throws {
    let source = Promise<Int>()
    let ended = Promise<Int>(on: .global()) { try awaitPromise(source.then { $0 + 1 }) }
    source.fulfill(1)
    #expect(try await ended.get() == 2)
  }

  @Test func `awaitPromise throws the error`() async {
    let failed = Promise<Int>(on: .global()) {
      try awaitPromise(Promise<Int>(TestError.code13))
    }
    #expect(await failed.failure() as? TestError == .code13)
  }
}
