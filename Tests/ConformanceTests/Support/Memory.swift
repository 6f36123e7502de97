import Foundation

/// The most memory that this process has had.
func peakMemory() -> Int {
  #if os(Linux)
  // Not getrusage: there a process begins with the peak of the one that spawned it.
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return (peak.flatMap { Int($0.filter(\.isNumber)) } ?? 0) << 10
  #else
  var usage = rusage()
  unsafe getrusage(RUSAGE_SELF, &usage)
  return usage.ru_maxrss
  #endif
}

/// Whether a sanitizer runs: its own books count as memory of the process.
var isSanitized: Bool { isThreadSanitized || isLinked("__asan_init") }

/// Whether the thread sanitizer runs: under it, a million of anything takes minutes, and shows no
/// race that a thousand do not show.
var isThreadSanitized: Bool { isLinked("__tsan_init") }

private func isLinked(_ function: String) -> Bool {
  unsafe dlsym(dlopen(nil, RTLD_NOW), function) != nil
}
