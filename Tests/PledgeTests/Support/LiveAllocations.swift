import Foundation

/// What this process has allocated and not freed.
///
/// It is known where `Benchmarks/Sources/MallocCounter` was preloaded, which `Scripts/Checks/leaks` does.
struct LiveAllocations: Equatable {
  let count: Int64
  let bytes: Int64

  static let none = LiveAllocations(count: 0, bytes: 0)

  /// Whether they can be known.
  static let areCounted = Counter.preloaded != nil

  /// What `work` leaves behind when it is done 128 times.
  ///
  /// Sixty-four times before that make what is made once. A table that kept a word of every time would
  /// have to grow in the course of the 128. A thread of the system may disturb one count, so it is
  /// counted again; a leak shows in every count.
  static func left(by work: () -> Void) -> LiveAllocations {
    guard let counter = Counter.preloaded else { return .none }
    return ThrowHooks.without {
      for _ in 0..<64 { work() }
      var left = LiveAllocations.none
      for _ in 0..<8 {
        let before = counter.read()
        for _ in 0..<128 { work() }
        left = counter.read() - before
        if left == .none { break }
      }
      return left
    }
  }

  /// How many allocations each of many times leaves behind.
  ///
  /// For what ends in tasks: their threads keep records to be used again, so the count is not exact,
  /// and not there at once. But it does not grow by one a time.
  static func leftEachTime(by work: () -> Void) async -> Int64 {
    guard let counter = Counter.preloaded else { return 0 }
    let times: Int64 = 1_024
    var left: Int64 = 0
    for _ in 0..<8 {
      let before = counter.read()
      for _ in 0..<times { work() }
      for _ in 0..<1_000 where counter.read().count - before.count >= times { await othersGoOn() }
      left = (counter.read().count - before.count) / times
      if left == 0 { break }
    }
    return left
  }

  fileprivate static func - (after: LiveAllocations, before: LiveAllocations) -> LiveAllocations {
    LiveAllocations(count: after.count - before.count, bytes: after.bytes - before.bytes)
  }
}

/// What the runtime calls when an error is thrown.
///
/// Swift Testing has it record each of them, by the place of the error in memory, until the test ends.
private enum ThrowHooks {
  /// Runs `body` while nothing is recorded.
  static func without<Made>(_ body: () -> Made) -> Made {
    let untyped = set("_swift_willThrow", to: 0)
    let typed = set("_swift_willThrowTypedImpl", to: 0)
    defer {
      set("_swift_willThrow", to: untyped)
      set("_swift_willThrowTypedImpl", to: typed)
    }
    return body()
  }

  /// Puts a hook in the place of another, and answers that.
  @discardableResult
  private static func set(_ name: String, to hook: UInt) -> UInt {
    // Safe: the runtime has a pointer of this name, to be set by whoever wants to hear of errors.
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), name) else { return 0 }
    let place = unsafe symbol.assumingMemoryBound(to: UInt.self)
    defer { unsafe place.pointee = hook }
    return unsafe place.pointee
  }
}

/// The counter, if it was preloaded into this process.
private struct Counter: Sendable {
  private typealias Reading = @convention(c) @Sendable () -> Int64

  private let count: Reading
  private let bytes: Reading

  static let preloaded = Counter()

  private init?() {
    // Safe: the library declares both names so.
    guard
      let count = unsafe Self.function("malloc_counter_live_allocations", as: Reading.self),
      let bytes = unsafe Self.function("malloc_counter_live_bytes", as: Reading.self)
    else { return nil }
    self.count = count
    self.bytes = bytes
  }

  func read() -> LiveAllocations {
    LiveAllocations(count: count(), bytes: bytes())
  }

  @unsafe private static func function<Function>(
    _ name: String,
    as type: Function.Type
  ) -> Function? {
    unsafe dlsym(dlopen(nil, RTLD_NOW), name).map { unsafe unsafeBitCast($0, to: type) }
  }
}
