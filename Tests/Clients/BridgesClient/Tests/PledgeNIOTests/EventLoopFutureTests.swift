import NIOCore
import NIOEmbedded
import Pledge
import PledgeNIO
import TestSupport
import Testing

@Suite(.hangLimit)
struct EventLoopFutureTests {
  @Test func `a promise has the value or the error of its future`() async throws {
    try await withLoop { loop in
      let first = try await loop.makeSucceededFuture(1).promise().value
      let second = try await loop.submit { 2 }.promise().value
      #expect(first == 1 && second == 2)
      await #expect(throws: Broken()) {
        try await loop.makeFailedFuture(Broken()).promise().map { (value: Int) in value }.value
      }
    }
  }

  @Test func `handlers run on the loop of the future`() async throws {
    try await withLoop { loop in
      let source = loop.makePromise(of: Int.self)
      let stage = source.futureResult.promise().map { _ in loop.inEventLoop }

      source.succeed(1)

      let isOnLoop = try await stage.value
      #expect(isOnLoop)
    }
  }

  @Test func `on the loop, the promise is settled immediately`() throws {
    let loop = EmbeddedEventLoop()
    let source = loop.makePromise(of: Int.self)
    let promise = source.futureResult.promise().map { $0 + 1 }

    source.succeed(1)

    #expect(try promise.result?.get() == 2)
    #expect(try loop.makeSucceededFuture(1).promise().result?.get() == 1)
    #expect(loop.makeFailedFuture(Broken()).promise(of: Int.self).isRejected)
  }

  @Test func `discarding the promise runs its block once, and does not affect the future`() {
    let source = EmbeddedEventLoop().makePromise(of: Int.self)
    let (stops, seen) = (Log<Int>(), Log<Int>())
    let promise = source.futureResult.promise(discard: { stops.add(1) })
    source.futureResult.whenSuccess { seen.add($0) }

    promise.discard()
    promise.discard()
    source.succeed(1)

    #expect(stops.entries == [1] && seen.entries == [1])
    #expect(throws: DiscardedError()) { try promise.result?.get() }
  }

  @Test func `when its last consumer detaches, the work is stopped if possible`() {
    let source = EmbeddedEventLoop().makePromise(of: Int.self)
    let stops = Log<Int>()
    let stoppable = source.futureResult.promise(discard: { stops.add(1) })
    let plain = source.futureResult.promise()

    stoppable.map { $0 }.discard()
    plain.map { $0 }.discard()
    #expect(stops.entries == [1] && stoppable.isRejected && plain.isPending)
    source.succeed(1)

    #expect(plain.isFulfilled)
  }

  @Test func `completion releases the discard block`() {
    let source = EmbeddedEventLoop().makePromise(of: Int.self)
    weak var log: Log<Int>?
    let promise = {
      let kept = Log<Int>()
      log = kept
      return source.futureResult.promise(discard: { kept.add(1) })
    }()
    #expect(log != nil)

    source.succeed(1)

    #expect(log == nil && promise.isFulfilled)
  }

  @Test func `a future settles an existing promise, unless it is already settled`()
    throws
  {
    let source = EmbeddedEventLoop().makePromise(of: Int.self)
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let (third, resolver) = Promise<Int>.pending()
    source.futureResult.cascade(to: first)
    source.futureResult.cascade(to: second)
    source.futureResult.cascade(to: resolver)

    second.resolve(2)
    source.succeed(1)

    #expect(try first.result?.get() == 1)
    #expect(try second.result?.get() == 2)
    #expect(try third.result?.get() == 1)
  }

  @Test func `a loop that is shut down breaks the promise instead of leaving it pending`()
    async throws
  {
    let loop = try await closedLoop()
    let line: UInt = #line + 1
    let promise = loop.makeSucceededFuture(1).promise()
    let cascaded = Promise<Int>()
    loop.makeSucceededFuture(1).cascade(to: cascaded)

    let error = await #expect(throws: BrokenPromiseError.self) { try await promise.value }
    #expect(error?.line == line && error?.fileID == #fileID)
    await #expect(throws: BrokenPromiseError.self) { try await cascaded.value }
  }
}

extension EventLoopFuture {
  /// Returns the promise of a future whose type cannot be inferred from the context.
  fileprivate func promise(of _: Value.Type) -> Promise<Value> where Value: Sendable { promise() }
}
