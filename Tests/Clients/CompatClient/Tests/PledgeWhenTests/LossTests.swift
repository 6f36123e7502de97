import PledgeWhen
import TestSupport
import Testing

import struct Pledge.Abandoned
import enum Pledge.UnheardRejections

/// Members of `when` that are lost, and those that nobody waits for any more.
@Suite(.timeLimit(.minutes(15)))
struct LossTests {
  @Test func `a lost promise is reported with the place where it was made`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      _ = Promise<Int>().done { _ in }
      await flushMain()
      #expect(reports.entries.count == 1)
      let file = "PledgeWhenTests/LossTests.swift:"
      #expect(reports.entries.allSatisfy { "\($0.error)".contains(file) })
    }
  }

  @Test func `a member that is lost rejects, whatever the others do`() async {
    await #expect(processExitsWith: .success) {
      UnheardRejections.silence()
      for lost in 0..<3 {
        var members: [Promise<Int>?] = (0..<3).map { _ in Promise() }
        let triple = when(members[0]!, members[1]!, members[2]!)
        let pair = when(members[lost]!, members[(lost + 1) % 3]!)
        let array = when(members.compactMap { $0 })
        members[lost] = nil
        await flushMain()
        #expect(triple.state.result?.error is Abandoned)
        #expect(pair.state.result?.error is Abandoned)
        #expect(array.state.result?.error is Abandoned)
      }
    }
  }

  @Test func `promises that wait beside and across each other keep none of them`() async {
    await #expect(processExitsWith: .success) {
      UnheardRejections.silence()
      var pairs: [Promise<(Int, Int)>] = []
      do {
        let (one, two) = (Promise<Int>(), Promise<Int>())
        pairs = [when(one, one), when(one, two), when(two, one)]
      }
      await flushMain()
      #expect(pairs.allSatisfy { $0.state.result?.error is Abandoned })
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
        await flushMain()
        #expect(all.state.isRejected && two.state.isRejected && three.state.isRejected)
      }
      await flushMain()
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
      await flushMain()
      broken.reject(Broken())
      await flushMain()
    }
    #expect(life == nil)
    pending.cancel()
  }
}
