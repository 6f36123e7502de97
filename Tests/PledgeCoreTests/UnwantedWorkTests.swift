import Pledge
import PledgeTestSupport
import Testing

import class PledgeSupport.Locked

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
