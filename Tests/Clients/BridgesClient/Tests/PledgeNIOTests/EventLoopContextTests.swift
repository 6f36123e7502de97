import Dispatch
import NIOCore
import NIOEmbedded
import NIOPosix
import Pledge
import TestSupport
import Testing

@testable import PledgeNIO

@Suite(.hangLimit)
struct EventLoopContextTests {
  @Test func `a handler runs on the loop, and there immediately`() async throws {
    try await withLoop { loop in
      let stage = Promise(value: 1).map(on: .eventLoop(loop)) { _ in loop.inEventLoop }
      let isOnLoop = try await stage.value
      let isSettled = try await loop.submit {
        Promise(value: 1).map(on: .eventLoop(loop)) { $0 + 1 }.isFulfilled
      }.get()

      #expect(isOnLoop && isSettled)
    }
  }

  @Test func `a chain on the loop hops once, to get there`() async throws {
    try await withLoop { loop in
      let source = Promise<Int>()
      let order = Log<String>()
      let last = source.map(on: .eventLoop(loop)) { value in
        loop.execute { order.add("later") }
        return value
      }
      .map(on: .eventLoop(loop)) { $0 }
      .tap(on: .eventLoop(loop)) { _ in order.add("at once") }

      source.resolve(1)
      _ = try await last.value
      try await loop.submit {}.get()

      #expect(order.entries == ["at once", "later"])
    }
  }

  @Test func `on the loop, no handler overtakes one that waits for it`() async throws {
    try await withLoop { loop in
      let source = Promise<Int>()
      let order = Log<Int>()
      source.observe(on: .eventLoop(loop)) { _ in order.add(1) }
      source.observe(on: .eventLoop(loop)) { _ in order.add(2) }
      let gate = await loop.block()
      // Runs before the other two, but is registered after them.
      loop.execute { source.observe(on: .eventLoop(loop)) { _ in order.add(3) } }

      source.resolve(1)
      gate.signal()
      try await loop.submit {}.get()
      try await loop.submit {}.get()

      #expect(order.entries == [1, 2, 3])
    }
  }

  @Test func `handlers keep their order, whichever threads settle`() async throws {
    try await withLoop { loop in
      let orders = (0..<200).map { _ in Log<Int>() }
      let ends = orders.map { order in
        let source = Promise<Int>()
        for index in 0..<5 { source.observe(on: .eventLoop(loop)) { _ in order.add(index) } }
        DispatchQueue.global().async { source.resolve(0) }
        for index in 5..<10 { source.observe(on: .eventLoop(loop)) { _ in order.add(index) } }
        return source.map(on: .eventLoop(loop)) { $0 }
      }
      for end in ends { _ = try await end.value }

      #expect(orders.allSatisfy { $0.entries == Array(0..<10) })
    }
  }

  @Test func `a long chain on the loop takes no more stack than a short one`() async throws {
    try await withLoop { loop in
      let source = Promise<Int>()
      var last: Future<Int> = source
      for _ in 0..<20_000 { last = last.map(on: .eventLoop(loop)) { $0 + 1 } }
      _ = try await loop.submit { source.resolve(0) }.get()

      #expect(try await last.value == 20_000)
    }
  }

  @Test func `a closed loop drops handlers, and their stages are broken`() async throws {
    let loop = try await closedLoop()
    let isRun = Log<Int>()
    let stage = Promise(value: 1).map(on: .eventLoop(loop)) { isRun.add($0) }

    await #expect(throws: BrokenPromiseError.self) { try await stage.value }
    #expect(isRun.entries == [])
  }

  @Test func `a handler whose loop was closed while it waited breaks its stage`()
    async throws
  {
    let source = Promise<Int>()
    let cleaned = Log<Bool>()
    let stage = try await withLoop { loop in
      source.map(on: .eventLoop(loop)) { $0 }
        .ensure(on: .eventLoop(loop)) { cleaned.add(loop.inEventLoop) }
    }
    let recovered = stage.recover { error in error is BrokenPromiseError ? -1 : 0 }

    source.resolve(1)

    #expect(try await recovered.value == -1)
    #expect(cleaned.entries == [false])
  }

  @Test func `jobs that a loop has accepted run even while it closes`() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let source = Promise<Int>()
    let stage = source.map(on: .eventLoop(loop)) { $0 + 1 }.map(on: .eventLoop(loop)) { $0 + 1 }
    let gate = await loop.block()
    let closing = Promise<Void> { resolver in
      group.shutdownGracefully(queue: .global()) { resolver.settle((), $0) }
    }

    source.resolve(1)
    gate.signal()

    #expect(try await stage.value == 3)
    try await closing.value
  }

  @Test func `on an embedded loop, handlers run immediately, even after its shutdown`() throws {
    let loop = EmbeddedEventLoop()
    #expect(Promise(value: 1).map(on: .eventLoop(loop)) { $0 }.isFulfilled)

    try loop.syncShutdownGracefully()

    #expect(Promise(value: 1).map(on: .eventLoop(loop)) { $0 }.isFulfilled)
  }
}

@Suite(.hangLimit)
struct PendingJobsTests {
  private final class Marker {}

  @Test func `a job is pending for its own loop until it is removed, which counts once`() {
    let markers = (0..<4).map { _ in Marker() }
    let ids = markers.map(ObjectIdentifier.init)
    let (loop, other) = (ids[0], ids[1])
    var jobs = PendingJobs()
    for id in ids.suffix(2) { jobs.add(id, for: loop) }
    #expect(jobs.hasJobs(for: loop) && !jobs.hasJobs(for: other))

    for _ in 0..<2 { jobs.remove(ids[2], for: loop) }
    #expect(jobs.hasJobs(for: loop))
    jobs.remove(ids[3], for: loop)
    #expect(!jobs.hasJobs(for: loop))
    withExtendedLifetime(markers) {}
  }
}
