import Pledge
import PledgeTestSupport
import Testing

/// Tests of sequences whose work is already settled when it starts.
@Suite("11.7 Settled elements", .hangLimit)
struct SettledElements {
  @Test(
    "11.7.14 Elements whose promises are settled are processed before the call returns",
    arguments: [1, 7]
  )
  func clause11_7_14(limit: Int) {
    let threads = Log<ObjectIdentifier>()
    let mapped = (0..<10_000).mapConcurrently(limit: limit) { number in
      threads.add(currentThread())
      return Promise(value: number)
    }

    #expect(mapped.got == Array(0..<10_000))
    #expect(threads.entries.allSatisfy { $0 == currentThread() })
  }

  @Test(
    "11.7.15 With an infinite sequence, the call returns the promise when a transform is pending"
  )
  func clause11_7_15() {
    let asked = Locked(0)
    let context = ManualContext()
    let mapped = (0...).mapConcurrently(limit: 1) { number in
      asked.withLock { $0 += 1 }
      return work(number, on: context)
    }
    #expect(mapped.isPending)
    #expect(asked.value == 1_001)

    _ = context.runNext()
    #expect(asked.value == 2_001)
    mapped.discard()
    _ = context.runNext()

    #expect(asked.value == 2_001)
  }

  @Test("11.8.14 Steps whose promises are settled are processed before the call returns")
  func clause11_8_14() {
    let threads = Log<ObjectIdentifier>()
    let folded = (0..<10_000).fold(0) { sum, _ in
      threads.add(currentThread())
      return Promise(value: sum + 1)
    }

    #expect(folded.got == 10_000)
    #expect(threads.entries.allSatisfy { $0 == currentThread() })
  }

  @Test("11.8.15 With an infinite sequence, `fold` returns the promise when a step is pending")
  func clause11_8_15() {
    let context = ManualContext()
    let asked = Locked(0)
    let folded = (0...).fold(0) { sum, number in
      asked.withLock { $0 += 1 }
      return work(number, on: context).map { sum + $0 }
    }
    #expect(folded.isPending)
    #expect(asked.value == 1_001)

    _ = context.runNext()
    #expect(asked.value == 2_001)
    folded.discard()
    _ = context.runNext()

    #expect(asked.value == 2_001)
  }
}

/// Returns a settled promise, or a stage on `context` for every thousandth element.
@Sendable private func work(_ number: Int, on context: ManualContext) -> Promise<Int> {
  guard number > 0, number.isMultiple(of: 1_000) else { return Promise(value: number) }
  return Promise(value: number).map(on: context) { $0 }
}
