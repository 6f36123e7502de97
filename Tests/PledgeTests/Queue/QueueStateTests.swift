import Testing

@testable import Pledge

struct QueueStateTests {
  @Test func `a queue that is still in use releases the memory of a burst`() {
    var state = QueueState<Int>(limit: 1)
    for operation in 0..<10_000 { _ = state.add(operation) }
    #expect(state.capacity >= 10_000)
    let started = state.run(until: 9_980)

    #expect(started == Array(0..<9_980))
    #expect(state.counts.waiting == 20)
    #expect(state.capacity < 1_000)
    #expect(state.run(until: 10_000) == Array(9_980..<10_000))
  }

  @Test func `a queue whose running operations have ended releases their memory`() {
    var state = QueueState<Int>(limit: .max)
    for operation in 0..<10_000 { _ = state.add(operation) }
    while case .start = state.step() {}
    #expect(state.counts.running == 10_000)
    for operation in 0..<9_980 { _ = state.settle(operation) }

    #expect(state.capacity < 1_000)
    #expect(state.started == Array(9_980..<10_000))
  }

  @Test func `a queue whose waiting operations are discarded releases their memory`() {
    var state = QueueState<Int>(limit: 1)
    for operation in 0..<10_000 { _ = state.add(operation) }
    #expect(state.clear() == Array(0..<10_000))
    for operation in 0..<9_980 { _ = state.settle(operation) }

    #expect(state.capacity < 1_000)
  }
}

extension QueueState<Int> {
  /// Starts and ends the operations below `end`, and returns them.
  fileprivate mutating func run(until end: Int) -> [Int] {
    var started: [Int] = []
    while started.last != end - 1, case .start(let operation) = step() {
      started.append(operation)
      _ = settle(operation)
    }
    return started
  }
}
