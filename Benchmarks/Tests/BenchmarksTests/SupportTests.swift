import Testing

@testable import Benchmarks

@Suite("Support")
struct SupportTests {
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
