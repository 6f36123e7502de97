import Foundation

/// Returns the peak memory use of this process, in bytes; always 1 on Windows, where it is not
/// known.
package func peakMemory() -> Int {
  #if os(Linux)
  // Not getrusage: on Linux, its peak starts at that of the process that spawned this one.
  _ = residentPeak()  // Reading it for the first time raises it, in an emulator by more than 1 MiB.
  return residentPeak()
  #elseif os(Windows)
  return 1
  #else
  var usage = rusage()
  unsafe getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss
  #endif
}

#if os(Linux)
private func residentPeak() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (peak.flatMap { Int($0.filter(\.isNumber)) } ?? 0) << 10
}
#endif

/// Whether a sanitizer is active; its own data counts toward the memory of the process.
package var isSanitized: Bool { isThreadSanitized || isAddressSanitized }

/// Whether the thread sanitizer is active.
///
/// With it, a million operations take minutes and show no races that a thousand do not.
package var isThreadSanitized: Bool { isLinked("__tsan_init") }

/// Whether the address sanitizer is active.
package var isAddressSanitized: Bool { isLinked("__asan_init") }

private func isLinked(_ function: String) -> Bool { unsafe address(of: function) != nil }

/// Returns the address of a symbol of this program; always `nil` on Windows.
@unsafe package func address(of symbol: String) -> UnsafeMutableRawPointer? {
  #if os(Windows)
  nil
  #else
  unsafe dlsym(dlopen(nil, RTLD_NOW), symbol)
  #endif
}
