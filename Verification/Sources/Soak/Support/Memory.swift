internal import CMemory
import Foundation

/// The memory of this process, in bytes.
enum Memory {
  /// The memory that is allocated and not freed, or `nil` where the system cannot tell.
  static var live: Int? {
    let bytes = memory_live_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// The current resident memory.
  static var resident: Int? { status("VmRSS") }

  /// The peak of the resident memory.
  static var peak: Int? { status("VmHWM") }

  /// Returns a field of Linux's /proc/self/status, whose unit is KiB.
  private static func status(_ field: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field + ":") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first
      .flatMap { Int($0) }
      .map { $0 * 1_024 }
  }
}

extension Int {
  /// The number with separators between groups of digits.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
