import Foundation

/// What the preloaded `MallocCounter` has counted so far.
struct Allocations {
  /// Allocations made.
  let made: Int64
  /// Allocations not freed.
  let live: Int64
  /// Usable bytes of what is not freed.
  let liveBytes: Int64
  /// The most that those have been since the counter was started; in a difference, above what was live
  /// before.
  let peakBytes: Int64

  static func - (after: Allocations, before: Allocations) -> Allocations {
    Allocations(
      made: after.made - before.made,
      live: after.live - before.live,
      liveBytes: after.liveBytes - before.liveBytes,
      peakBytes: after.peakBytes - before.liveBytes
    )
  }
}

/// The counter, if it was preloaded into this process.
struct AllocationCounter {
  private typealias Reading = @convention(c) () -> Int64
  private typealias Restarting = @convention(c) () -> Void

  private let made: Reading
  private let live: Reading
  private let liveBytes: Reading
  private let peakBytes: Reading
  private let restartPeak: Restarting

  static let preloaded = AllocationCounter()

  private init?() {
    // Safe: the library declares each of these names so.
    guard
      let made = unsafe Self.function("malloc_counter_allocations", as: Reading.self),
      let live = unsafe Self.function("malloc_counter_live_allocations", as: Reading.self),
      let liveBytes = unsafe Self.function("malloc_counter_live_bytes", as: Reading.self),
      let peakBytes = unsafe Self.function("malloc_counter_peak_bytes", as: Reading.self),
      let restartPeak = unsafe Self.function("malloc_counter_restart_peak", as: Restarting.self)
    else { return nil }
    self.made = made
    self.live = live
    self.liveBytes = liveBytes
    self.peakBytes = peakBytes
    self.restartPeak = restartPeak
  }

  /// Lets the peak begin here.
  func start() -> Allocations {
    restartPeak()
    return read()
  }

  func read() -> Allocations {
    Allocations(made: made(), live: live(), liveBytes: liveBytes(), peakBytes: peakBytes())
  }

  @unsafe private static func function<Function>(
    _ name: String,
    as type: Function.Type
  ) -> Function? {
    unsafe dlsym(dlopen(nil, RTLD_NOW), name).map { unsafe unsafeBitCast($0, to: type) }
  }
}
