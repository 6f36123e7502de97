import Pledge
import PledgeTestSupport
import Testing

@Suite("14.1 Operations that wait for each other")
struct QueueDeadlocks {
  @Test(
    "14.1.11 Operations that wait for slots that only they could free are rejected",
    arguments: [1, 2, 3]
  )
  func clause14_1_11(limit: Int) {
    let queue = PromiseQueue(limit: limit)
    let gates = (0..<limit).map { _ in Promise<Int>() }
    let stages = gates.enumerated().map { number, gate in
      queue.add(file: "A", line: UInt(number)) {
        gate.flatMap { value in queue.add(file: "B", line: 9) { Promise(value: value) } }
      }
    }

    for gate in gates.dropLast() { gate.resolve(1) }
    #expect(stages.allSatisfy { $0.isPending })
    gates[limit - 1].resolve(7)

    // The last operation closed the cycle; its slot lets the others continue.
    let error = stages[limit - 1].failure as? CycleError
    let locations = error?.locations.map(\.description) ?? []
    #expect(locations.contains("B:9"))
    #expect((0..<limit).allSatisfy { locations.contains("A:\($0)") })
    #expect(stages.dropLast().allSatisfy { $0.got == 1 })
  }

  @Test("14.1.12 Operations that wait for slots that others will free are not affected")
  func clause14_1_12() {
    let queue = PromiseQueue(limit: 2)
    let other = Promise<Int>()
    let running = queue.add { other }
    let waiting = queue.add { queue.add { Promise(value: 2) } }

    #expect(waiting.isPending)
    other.resolve(1)

    #expect(running.got == 1)
    #expect(waiting.got == 2)
  }

  @Test(
    "14.1.13 Tasks that seem to wait for slots that only they could free are reported after ten seconds"
  )
  func clause14_1_13() async throws {
    let patience = Patience()
    try await patience.control {
      let queue = PromiseQueue(limit: 1)
      let nested = Promise<Promise<Int>>()
      let outer = queue.add {
        let inner = queue.add { 1 }
        nested.resolve(inner)
        return try await inner.value
      }
      let inner = try await nested.value

      let lines = patience.end()
      #expect(lines.count == 1)
      #expect(lines.allSatisfy { $0.contains("14.1-Deadlocks.swift:55: still waiting") })
      #expect(inner.isPending)
      #expect(patience.count == 0)
      // A consumer: the canceled task may detach first.
      let last = inner.map { $0 }
      outer.discard()
      let value = try await last.value
      #expect(value == 1)
    }
  }
}
