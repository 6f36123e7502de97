import Foundation

/// The counts of the preloaded `MallocCounter`.
struct Allocations {
  /// The number of allocations made.
  let made: Int64
  /// The number of allocations not freed.
  let live: Int64
  /// The usable bytes of these.
  let liveBytes: Int64
  /// The maximum of these bytes since the counter was started.
  ///
  /// In a difference, relative to the bytes that were live before.
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

/// The counter, if it is preloaded into this process.
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
    // Safe: the library declares each of these names with this type.
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

  /// Restarts the peak, and returns the current counts.
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
