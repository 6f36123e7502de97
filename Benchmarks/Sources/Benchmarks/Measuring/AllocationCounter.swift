import Foundation

/// What the preloaded `MallocCounter` has counted so far.
struct Allocations {
  /// Allocations made.
  let made: Int64
  /// Allocations not freed.
  let live: Int64
  /// Usable bytes of what is not freed.
  let liveBytes: Int64

  static func - (after: Allocations, before: Allocations) -> Allocations {
    Allocations(
      made: after.made - before.made,
      live: after.live - before.live,
      liveBytes: after.liveBytes - before.liveBytes
    )
  }
}

/// The counter, if it was preloaded into this process.
struct AllocationCounter {
  private typealias Reading = @convention(c) () -> Int64

  private let made: Reading
  private let live: Reading
  private let liveBytes: Reading

  static let preloaded = AllocationCounter()

  private init?() {
    guard let made = Self.reading("malloc_counter_allocations"),
      let live = Self.reading("malloc_counter_live_allocations"),
      let liveBytes = Self.reading("malloc_counter_live_bytes")
    else { return nil }
    self.made = made
    self.live = live
    self.liveBytes = liveBytes
  }

  func read() -> Allocations {
    Allocations(made: made(), live: live(), liveBytes: liveBytes())
  }

  private static func reading(_ name: String) -> Reading? {
    // Safe: the library declares each of these names as int64_t (void).
    unsafe dlsym(dlopen(nil, RTLD_NOW), name).map { unsafe unsafeBitCast($0, to: Reading.self) }
  }
}
