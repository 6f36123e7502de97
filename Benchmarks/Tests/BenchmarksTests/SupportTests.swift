import Testing

@testable import Benchmarks

@Suite("Support")
struct SupportTests {
  @Test func `groups contain every operation once`() {
    #expect(Array(groups(of: 3, in: 7)) == [0..<3, 3..<6, 6..<7])
    #expect(Array(groups(of: 7, in: 7)) == [0..<7])
    #expect(Array(groups(of: 3, in: 0)).isEmpty)
  }

  @Test func `a backlog returns the oldest element first`() {
    let backlog = Backlog<Int>()
    backlog.append(1)
    backlog.append(2)

    #expect(backlog.popFirst() == 1)
    backlog.append(3)
    #expect(backlog.popFirst() == 2)
    #expect(backlog.popFirst() == 3)
    #expect(backlog.popFirst() == nil)
  }

  @Test func `an executor of one thread runs tasks in order, and calls a closure when all wait`() {
    let executor = TurnExecutor()
    let backlog = Backlog<Resumption>()
    let values = executor.run {
      async let first = Resumption.wait { backlog.append($0) }
      let second = await Resumption.wait { backlog.append($0) }
      return await [first, second]
    } whenIdle: {
      backlog.popFirst()?.resume(returning: 1)
    }

    #expect(values == [1, 1])
  }

  @Test func `a thread has the requested stack size`() {
    // A frame of 128 KiB on a stack of 1 MiB.
    let sum = onThread(stackSize: 1 << 20) {
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 17) { bytes in
        unsafe bytes.initialize(repeating: 1)
        return unsafe bytes.reduce(0) { $0 + Int($1) }
      }
    }

    #expect(sum == 1 << 17)
  }

  @Test func `memory that is used is resident`() {
    let before = ResidentMemory.now
    let bytes = [UInt8](repeating: 1, count: 64 << 20)

    #expect(ResidentMemory.now - before > 60 << 20)
    #expect(ResidentMemory.peak >= ResidentMemory.now)
    #expect(bytes.count == 64 << 20)
  }
}
