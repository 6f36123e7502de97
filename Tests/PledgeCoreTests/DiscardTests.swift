import Pledge
import PledgeSupport
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

@testable import PledgeCore

@Suite struct DiscardTests {
  @Test func `a detached stage is released without a lock, so it may discard others`() {
    let source = Promise<Int>()
    let other = source.map { $0 }
    var detachedStage: Promise<Life>? = source.map { _ in Life {} }
    // Registered last: only the newest consumer is removed from the list immediately.
    let newest = source.map { $0 }
    detachedStage?.resolve(Life { other.discard() })
    detachedStage = nil
    newest.discard()
    #expect(other.isRejected)
  }

  @Test func `a rejection is handled by a stage that is discarded while it begins to follow it`()
    async
  {
    await #expect(processExitsWith: .success) {
      let reports = Tally()
      UnhandledRejections.handle { _ in reports.up() }
      do {
        let (head, start) = Promise<Int>.pending()
        let inner = Promise<Int>()
        let stage = Slot<Promise<Int>?>(nil)
        stage.replace(
          by: head.flatMap { _ in
            stage.take()?.discard()
            return inner
          }
        )
        // `inner` is rejected, but its delivery is still running and does not handle the rejection.
        inner.noted { _, _ in
          start.resolve(1)
          return false
        }
        inner.reject("no longer needed")
      }
      #expect(reports.count == 0)
    }
  }
}

@Suite struct DiscardLinkTests {
  private func links(of node: Node) -> [Node] {
    let stripe = Stripe(of: node.address)
    stripe.lock()
    defer { stripe.unlock() }
    return node.linksUnderLock ?? []
  }

  @Test func `a link whose signal is about to discard the promise stays attached to it`() throws {
    let promise = Promise<Int>()
    let sources = (0..<16).map { _ in DiscardSource() }
    for source in sources.dropLast() { promise.discarded(by: source.token) }
    let link = try #require(links(of: promise).first)

    // Acts like a thread that is delivering the signal and has not reached the promise yet.
    #expect(link.claim())
    promise.discarded(by: sources[15].token)

    #expect(links(of: promise).contains { $0 === link })
    #expect(link.unclaim())
    sources[0].discard()
    #expect(!promise.isPending)
  }
}

/// Tests of discard blocks that are nested too deeply to run immediately.
struct NestedDiscardTests {
  /// Returns promises that each discard the next one when they are discarded.
  private func chain(_ count: Int) -> [Promise<Int>] {
    var promises: [Promise<Int>] = []
    for _ in 0..<count {
      let next = promises.last
      promises.append(Promise(discard: { next?.discard() }))
    }
    return promises.reversed()
  }

  @Test func `a block runs deferred blocks before it waits`() {
    let chain = chain(200)
    let seen = Locked<[Bool]>([])
    let first = Promise<Int>(discard: {
      chain[0].discard()
      seen.withLock { $0.append(chain[199].isPending) }
      // As every blocking function of this package does before it blocks.
      Nesting.runDeferredBeforeBlocking()
      seen.withLock { $0.append(chain[199].isPending) }
    })

    first.discard()

    #expect(seen.withLock { $0 } == [true, false])
    #expect(chain.allSatisfy { !$0.isPending })
  }
}

@Suite struct NestingTests {
  @Test
  func `values that settle promises when released do not deepen the stack of deferred work`() async
  {
    let ends = Tally()
    await onSmallStack {
      nested(48) {
        for _ in 0..<20_000 {
          let next = Promise<Int>()
          next.observe { _ in ends.up() }
          let promise = Promise<Life>()
          promise.observe { _ in }
          promise.resolve(Life { next.resolve(1) })
        }
      }
    }
    #expect(ends.count == 20_000)
  }
  @Test func `blocks that each hold the next stage are released in a loop`() async {
    let ends = Tally()
    await onSmallStack {
      var first: Link?
      for _ in 0..<20_000 { first = Link(before: first, ends) }
      first = nil
    }
    #expect(ends.count == 20_000)
  }
}

/// Settles a stage when released.
///
/// The handler of the stage adds a discard block that holds the next link.
private final class Link: Sendable {
  private let root = Promise<Int>()
  private let stage: Promise<Int>
  private let ends: Tally

  init(before next: Link?, _ ends: Tally) {
    let parts = Locked<(stage: Promise<Int>, next: Link?)?>(nil)
    stage = root.ensure {
      guard let (stage, next) = parts.withLock({ $0.take() }) else { return }
      stage.onDiscard { withExtendedLifetime(next) {} }
    }
    self.ends = ends
    parts.withLock { $0 = (stage, next) }
  }

  deinit {
    stage.resolve(1)
    ends.up()
  }
}

/// Work that is released while a combination waits for it.
@Suite struct UnwantedWorkTests {
  /// Each root would search the whole chain below the combination: a billion steps.
  @Test func `releasing all roots of a combination takes linear time`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.handle { _ in }
      let count = 30_000
      for isAny in [true, false] {
        let stops = Tally()
        var work: [Promise<Int>] = (0..<count).map { _ in Promise(discard: { stops.up() }) }
        var last = isAny ? any(work) : allSettled(work).map(\.count)
        for _ in 0..<count { last = last.map { $0 } }
        last.ignoringErrors()

        work = []

        #expect(!last.isPending)
        #expect(stops.count == 0)
      }
    }
  }

  @Test func `the node that was found to wait may have been discarded since`() {
    let stops = Tally()
    var work: [Promise<Int>] = (0..<3).map { _ in Promise(discard: { stops.up() }) }
    let group = allSettled(work)
    let lower = group.map(\.count)
    work.removeLast()
    #expect(stops.count == 0)

    lower.discard()

    #expect(stops.count == 2)
    #expect(group.isRejected)
  }

  @Test func `roots that are released after the waiting task was canceled are stopped`() async {
    let stops = Tally()
    let work = Locked<[Promise<Int>]>((0..<3).map { _ in Promise(discard: { stops.up() }) })
    let group = allSettled(work.withLock { $0 })
    let end = group.map(\.count)
    let task = Task { @MainActor in try await end.value }
    await MainActor.run {}
    while end.consumerCount == 0 { await Task.yield() }
    await MainActor.run {
      // One root is released, and the task is remembered.
      _ = work.withLock { $0.removeLast() }
      // The task is resumed on this actor, so it has not detached yet.
      task.cancel()
      let rest = work.withLock { work in
        defer { work = [] }
        return work
      }
      _ = consume rest
      #expect(stops.count == 2)
    }
    _ = await task.result
  }
}
