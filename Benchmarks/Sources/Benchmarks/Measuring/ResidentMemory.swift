import Foundation

/// The resident memory of this process.
enum ResidentMemory {
  /// The current number of bytes.
  static var now: Int { status("VmRSS") ?? peak }

  /// The maximum number of bytes so far.
  static var peak: Int { status("VmHWM") ?? usage }

  /// Returns a field of Linux's /proc/self/status, whose unit is KiB, or `nil` on other systems.
  private static func status(_ field: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field + ":") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first
      .flatMap { Int($0) }
      .map { $0 * 1_024 }
  }

  private static var usage: Int {
    var usage = rusage()
    #if canImport(Darwin)
    unsafe getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #else
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1_024
    #endif
  }
}
