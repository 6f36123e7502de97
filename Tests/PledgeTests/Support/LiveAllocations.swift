import Foundation
import PledgeTestSupport

/// The live allocations of this process.
///
/// Available if `Benchmarks/Sources/MallocCounter` is preloaded, as by `Scripts/Checks/leaks`.
struct LiveAllocations: Equatable {
  let count: Int64
  let bytes: Int64

  static let none = LiveAllocations(count: 0, bytes: 0)

  /// Whether live allocations can be counted.
  static let areCounted = Counter.preloaded != nil

  /// Returns the live allocations that 128 runs of `work` leave behind.
  ///
  /// 64 warm-up runs create one-time state. A table that grew by a word per run would have to grow
  /// during the 128. A system thread may disturb one count, so a nonzero count is repeated up to
  /// eight times; a leak shows in every count.
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

  /// Returns the number of allocations that each of many runs leaves behind.
  ///
  /// For work that ends in tasks: their threads keep reusable records, so the count is inexact and
  /// delayed, but it does not grow by one per run.
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

/// Disables the hooks that the runtime calls when an error is thrown.
///
/// Swift Testing's hook records each error by its address in memory until the test ends.
private enum ThrowHooks {
  /// Runs `body` with recording disabled.
  static func without<Made>(_ body: () -> Made) -> Made {
    let untyped = set("_swift_willThrow", to: 0)
    let typed = set("_swift_willThrowTypedImpl", to: 0)
    defer {
      set("_swift_willThrow", to: untyped)
      set("_swift_willThrowTypedImpl", to: typed)
    }
    return body()
  }

  /// Installs a hook and returns the previous one.
  @discardableResult
  private static func set(_ name: String, to hook: UInt) -> UInt {
    // SAFETY: the runtime declares a pointer of this name for installing hooks.
    guard let symbol = unsafe address(of: name) else { return 0 }
    let place = unsafe symbol.assumingMemoryBound(to: UInt.self)
    defer { unsafe place.pointee = hook }
    return unsafe place.pointee
  }
}

/// The allocation counter, if it is preloaded into this process.
private struct Counter: Sendable {
  private typealias Reading = @convention(c) @Sendable () -> Int64

  private let count: Reading
  private let bytes: Reading

  static let preloaded = Counter()

  private init?() {
    // SAFETY: the library declares both functions with this type.
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
    unsafe address(of: name).map { unsafe unsafeBitCast($0, to: type) }
  }
}
