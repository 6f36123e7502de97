#if canImport(Glibc)
import Foundation
import Testing

@Suite("MallocCounter")
struct MallocCounterTests {
  @Test func `every kind of allocation is counted, from every thread`() throws {
    let check = try Program("MallocCounterCheck", preloading: "libMallocCounter.so")

    #expect(check.output.isEmpty)
    #expect(check.exitCode == 0)
  }

  @Test func `a run reports the allocations of its operations, and those that stay`() throws {
    let (once, twice) = (try report(count: 1_000), try report(count: 2_000))
    func difference(_ key: String) throws -> Int {
      try #require(twice[key] as? Int) - #require(once[key] as? Int)
    }

    // An object of 32 bytes has 40 usable bytes.
    #expect(try difference("allocations") == 1_000)
    #expect(try difference("liveAllocations") == 1_000)
    #expect(try difference("liveBytes") == 40_000)
    #expect(try difference("peakBytes") == 40_000)
  }

  @Test func `without the counter, a run reports no allocations`() throws {
    let report = try report(count: 10, preloading: nil)

    #expect(report["allocations"] == nil)
    #expect(report["liveAllocations"] == nil)
    #expect(report["liveBytes"] == nil)
    #expect(report["peakBytes"] == nil)
    #expect(report["result"] as? Int == 45)
  }

  /// Returns the report of `benchmarks` about `count` waiting callbacks.
  private func report(
    count: Int,
    preloading library: String? = "libMallocCounter.so"
  ) throws -> [String: Any] {
    let arguments = ["run", "footprint", "callbacks", "--count", "\(count)"]
    let run = try Program("benchmarks", arguments, preloading: library)
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(object as? [String: Any])
  }
}
#endif
