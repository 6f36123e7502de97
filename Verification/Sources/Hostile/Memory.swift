internal import CMemory

/// Detects whether the allocated memory grows with the number of programs.
///
/// A sample taken between two programs contains what is kept, and sometimes a little that is about
/// to be released, so the minimum of several samples is the most accurate. The minimum of the
/// second half of a run is compared with that of the first.
struct Memory {
  private typealias Sample = (programs: Int, bytes: Int)

  /// The number of bytes by which the memory may grow from the first half to the second.
  ///
  /// Threads of Dispatch come and go, and each keeps up to 64 KiB for blocks. The longer the run,
  /// the smaller the leak that this can hide.
  private static let allowedGrowth = 1 << 20

  private var samples: [Sample] = []

  mutating func sample(after programs: Int) {
    let bytes = memory_live_bytes()
    if bytes >= 0 { samples.append((programs, Int(bytes))) }
  }

  var grows: Bool { growth.map { $0.bytes > Memory.allowedGrowth } ?? false }

  /// The growth in one line.
  var description: String {
    guard let growth else { return "too few samples of the memory" }
    return "\(growth.bytes / 1_024) KiB of growth in \(growth.programs) programs"
  }

  /// The growth from the first to the second half, and the number of programs in between, or `nil`
  /// with too few samples.
  ///
  /// Ignores the first fifth, in which pools and tables reach their size.
  private var growth: Sample? {
    let samples = samples.dropFirst(samples.count / 5)
    let halves = (samples.prefix(samples.count / 2), samples.suffix(samples.count / 2))
    guard samples.count >= 8, let first = halves.0.min(by: { $0.bytes < $1.bytes }),
      let second = halves.1.min(by: { $0.bytes < $1.bytes })
    else { return nil }
    return (second.programs - first.programs, second.bytes - first.bytes)
  }
}
