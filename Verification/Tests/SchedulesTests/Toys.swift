import CScheduler
import Explorer

/// A word that the threads access at yield points, without Pledge.
@safe final class Word: @unchecked Sendable {
  private let address: UnsafeMutablePointer<UInt>

  init(_ value: UInt = 0) {
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: value)
  }

  deinit {
    unsafe address.deallocate()
  }

  func step(_ access: scheduler_access) {
    unsafe pledge_yield_point(address, Int32(access.rawValue))
  }

  func load() -> UInt {
    step(SCHEDULER_READS)
    return unsafe address.pointee
  }

  func store(_ value: UInt) {
    step(SCHEDULER_WRITES)
    unsafe address.pointee = value
  }

  func increment() { store(load() + 1) }

  /// Waits until the word is nonzero.
  func wait() {
    while load() == 0, Trial.isRunning { pledge_yield_blocked() }
  }

  func lock() { step(SCHEDULER_LOCKS) }
  func unlock() { step(SCHEDULER_UNLOCKS) }
}

extension Scenario {
  /// Two threads that apply the same operation to an object created by `make`.
  ///
  /// Every outcome is allowed.
  static func twice<Shared>(
    _ make: @escaping @Sendable @autoclosure () -> Shared,
    _ body: @escaping @Sendable (Shared) -> Void
  ) -> Scenario {
    Scenario("toy", .invariant { _ in true }) { trial in
      let shared = make()
      trial.thread(Operation("first") { body(shared) })
      trial.thread(Operation("second") { body(shared) })
    }
  }

  /// Two threads that each add one to a count.
  ///
  /// An interruption between read and write loses an update.
  static let lostUpdate = Scenario("lost-update") { trial in
    let word = Word()
    trial.thread(Operation("increment") { word.increment() })
    trial.thread(Operation("increment") { word.increment() })
    trial.atEnd { trial.note("\(word.load())", for: "count") }
  }

  /// Two threads that acquire two locks in opposite orders.
  static let twoLocks = Scenario("two-locks") { trial in
    let (a, b) = (Word(), Word())
    for (first, second) in [(a, b), (b, a)] {
      trial.thread(
        Operation("lock both") {
          first.lock()
          second.lock()
          second.unlock()
          first.unlock()
        }
      )
    }
  }
}
