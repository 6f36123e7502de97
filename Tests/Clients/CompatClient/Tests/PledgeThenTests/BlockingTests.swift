import Foundation
import PledgeThen
import TestSupport
import Testing

@Suite(.hangLimit) struct BlockingTests {
  /// Blocks a separate thread instead of one that tasks share.
  func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    let results = Log<Result<T, any Error>>()
    await onSmallStack { results.add(Result { try body() }) }
    return try #require(results.entries.first).get()
  }

  @Sendable func later(_ value: Int) -> Promise<Int> {
    Promise { resolve, _ in DispatchQueue.global().async { resolve(value) } }
  }

  @Test func `awaitPromise starts a promise and waits for its value`() async throws {
    #expect(try await blocking { try awaitPromise(later(1)) + ..later(2) } == 3)
    let optional: Promise<Int>? = later(3)
    #expect(try await blocking { try ..optional } == 3)
  }

  @Test func `awaitPromise throws the error, and with a question mark returns nil`() async throws {
    let failed = Promise<Int>.reject(Broken())
    await #expect(throws: Broken.self) { try await blocking { try awaitPromise(failed) } }
    await #expect(throws: Broken.self) { try await blocking { _ = try ..failed } }
    await #expect(throws: PromiseError.unwrappingFailed) {
      try await blocking { try ..(nil as Promise<Int>?) }
    }
    #expect(try await blocking { ..?later(1) } == 1)
    #expect(try await blocking { ..?failed } == nil)
    #expect(try await blocking { ..?(nil as Promise<Int>?) } == nil)
  }

  @Test func `async runs its block on another thread, immediately`() async throws {
    let started = DispatchSemaphore(value: 0)
    let promise = async { () -> Int in
      started.signal()
      return try ..later(1) + ..later(2)
    }
    try await blocking { started.wait() }
    #expect(try await promise.pledgeValue == 3)
    #expect(try await async(block: { 4 }).pledgeValue == 4)
    let failed: Async<Int> = async { throw Broken() }
    await #expect(throws: Broken.self) { try await failed.pledgeValue }
  }

  @Test func `a block may wait for its own promise and promises derived from it`() async throws {
    let sums = try await blocking {
      let sums = Log<Int>()
      let promise = Promise<Int>()
      promise.then { one in
        sums.add(try! ..promise + one)
        sums.add(try! ..promise.then { $0 + one + 1 })
        sums.add(try! ..promise.noMatterWhat {}.recover(with: 0).then { Promise($0 + 3) })
        promise.finally { sums.add(5) }
      }
      promise.then { _ in sums.add(6) }
      promise.fulfill(1)
      return sums
    }
    #expect(sums.entries == [2, 3, 4, 5, 6])
  }

  @available(*, deprecated)
  @Test func `the old name of awaitPromise means the same`() async throws {
    #expect(try await blocking { try PledgeThen.await(later(1)) } == 1)
  }
}
