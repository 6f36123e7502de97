internal import CMemory
import Foundation

/// How much memory this process uses, in bytes.
enum Memory {
  /// What is allocated and not freed; `nil` where that cannot be asked for.
  static var live: Int? {
    let bytes = memory_live_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }

  /// What is resident now.
  static var resident: Int? { status("VmRSS") }

  /// What was resident at most.
  static var peak: Int? { status("VmHWM") }

  /// A line of Linux's /proc/self/status, which is in KiB.
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
  /// A number of bytes, or of anything, as one reads it.
  var grouped: String { formatted(.number.locale(Locale(identifier: "en_US"))) }
}
