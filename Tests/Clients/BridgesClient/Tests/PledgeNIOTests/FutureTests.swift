import Dispatch
import NIOCore
import NIOEmbedded
import Pledge
import PledgeNIO
import TestSupport
import Testing

/// Futures that are kept alive as long as the process.
private let kept = Log<EventLoopFuture<Int>>()

@Suite(.hangLimit)
struct FutureTests {
  @Test func `a future of NIO has the value or the error of its promise`() async throws {
    try await withLoop { loop in
      let settled = try await Promise(value: 1).eventLoopFuture(on: loop).get()
      #expect(settled == 1)
      await #expect(throws: Broken()) {
        try await Promise<Int>(error: Broken()).eventLoopFuture(on: loop).get()
      }
      let (value, error) = (Promise<Int>(), Promise<Int>())
      let (first, second) = (value.eventLoopFuture(on: loop), error.eventLoopFuture(on: loop))
      value.resolve(2)
      error.reject(Broken())
      let later = try await first.get()
      #expect(later == 2)
      await #expect(throws: Broken()) { try await second.get() }
    }
  }

  @Test func `it completes before the call returns that settles on the loop, or creates it`() {
    let loop = EmbeddedEventLoop()
    let (promise, seen) = (Promise<Int>(), Log<Int>())
    promise.eventLoopFuture(on: loop).whenSuccess { seen.add($0) }

    promise.resolve(1)
    Promise(value: 2).eventLoopFuture(on: loop).whenSuccess { seen.add($0) }

    #expect(seen.entries == [1, 2])
  }

  @Test func `settled elsewhere, its callbacks run on the loop`() async throws {
    try await withLoop { loop in
      let promise = Promise<Int>()
      let future = promise.eventLoopFuture(on: loop).map { _ in loop.inEventLoop }

      DispatchQueue.global().async { promise.resolve(1) }

      let isOnLoop = try await future.get()
      #expect(isOnLoop)
    }
  }

  @Test func `a discarded promise and a broken promise fail it`() async throws {
    try await withLoop { loop in
      let discarded = Promise<Int>()
      let first = discarded.eventLoopFuture(on: loop)
      let second = Promise<Int>.pending().promise.eventLoopFuture(on: loop)

      discarded.discard()

      await #expect(throws: DiscardedError()) { try await first.get() }
      await #expect(throws: BrokenPromiseError.self) { try await second.get() }
    }
  }

  @Test func `it keeps the promise from being discarded when others detach`() {
    let loop = EmbeddedEventLoop()
    let promise = Promise<Int>(discard: {})
    let stage = promise.map { $0 + 1 }
    let seen = Log<Int>()
    stage.eventLoopFuture(on: loop).whenSuccess { seen.add($0) }

    stage.map { $0 }.discard()
    promise.resolve(1)

    #expect(seen.entries == [2])
  }

  @Test func `a promise of NIO that is complete already stays as it is`() {
    let target = EmbeddedEventLoop().makePromise(of: Int.self)
    let promise = Promise<Int>()
    promise.cascade(to: target)
    let seen = Log<Int>()
    target.futureResult.whenSuccess { seen.add($0) }

    target.succeed(1)
    promise.resolve(2)

    #expect(seen.entries == [1])
  }

  @Test func `an outcome that a closed loop cannot take is reported, with its place`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<UnhandledRejections.Report>()
      UnhandledRejections.handle { reports.add($0) }
      let promise = Promise<Int>()
      // Kept forever: in debug builds, NIO traps when a promise is freed before it is completed.
      let future = try await withLoop { promise.eventLoopFuture(on: $0) }
      kept.add(future)

      promise.resolve(1)

      #expect(reports.entries.count == 1)
      #expect(reports.entries.first?.error is BrokenPromiseError)
      #expect(reports.entries.first?.fileID == "PledgeNIOTests/FutureTests.swift")
    }
  }

  @Test func `a promise that is settled while the loop closes still completes its future`()
    async throws
  {
    let promise = Promise<Int>()
    let seen = Log<Int>()
    try await withLoop { loop in
      promise.eventLoopFuture(on: loop).whenSuccess { seen.add($0) }
      let gate = await loop.block()
      promise.resolve(1)
      gate.signal()
    }

    #expect(seen.entries == [1])
  }
}
