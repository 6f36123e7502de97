import Dispatch
import PledgeWhen
import TestSupport
import Testing

import struct Pledge.BrokenPromiseError
import enum Pledge.UnhandledRejections

/// Tests broken promises, which stay pending as in When, and members of `when` that are no longer
/// needed.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  @Test func `with rejectsBrokenPromises a broken member rejects, whatever the others do`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.silence()
      WhenConfiguration.rejectsBrokenPromises = true
      for broken in 0..<3 {
        var members: [Promise<Int>?] = (0..<3).map { _ in Promise() }
        let triple = when(members[0]!, members[1]!, members[2]!)
        let pair = when(members[broken]!, members[(broken + 1) % 3]!)
        let array = when(members.compactMap { $0 })
        members[broken] = nil
        await mainQueueDrained(4)
        #expect(triple.state.result?.error is BrokenPromiseError)
        #expect(pair.state.result?.error is BrokenPromiseError)
        #expect(array.state.result?.error is BrokenPromiseError)
      }
    }
  }

  @Test func `combinations that share members retain none of the members`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      var pairs: [Promise<(Int, Int)>] = []
      do {
        let (one, two) = (Promise<Int>(), Promise<Int>())
        pairs = [when(one, one), when(one, two), when(two, one)]
      }
      await mainQueueDrained(4)
      #expect(pairs.allSatisfy { $0.state.isPending })
      #expect(reports.entries.count == 2)
    }
  }

  @Test func `after the first rejection the others are not waited for`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      do {
        let members = (0..<3).map { _ in Promise<Int>() }
        let all = when(members)
        let three = when(members[0], members[1], members[2])
        let two = when(members[1], members[2])
        members[1].reject(Broken())
        await mainQueueDrained(4)
        #expect(all.state.isRejected && two.state.isRejected && three.state.isRejected)
      }
      await mainQueueDrained(4)
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `after the first rejection the values are released`() async {
    let pending = Promise<Life>()
    weak var life: Life?
    do {
      let (first, broken, value) = (Promise<Life>(), Promise<Life>(), Life())
      life = value
      _ = (when([first, pending, broken]), when(first, pending, broken))
      first.resolve(value)
      await mainQueueDrained(4)
      broken.reject(Broken())
      await mainQueueDrained(4)
    }
    #expect(life == nil)
    pending.cancel()
  }
}
