#if canImport(Darwin)
internal import Foundation
internal import Pledge

/// The progress of `when`: a child of the current progress, with one unit for each member.
///
/// It cannot be canceled or paused. A rejection completes it before any handler runs.
struct MemberProgress {
  /// One child for each member.
  ///
  /// No two threads update the same child, so every member is counted exactly once.
  private var units: [UncheckedSendable<Progress>] = []
  private let whole: UncheckedSendable<Progress>

  init(count: Int) {
    let progress = Progress(totalUnitCount: Int64(count))
    progress.isCancellable = false
    progress.isPausable = false
    whole = UncheckedSendable(progress)
  }

  mutating func add<Member>(_ member: Pledge.Future<Member>) {
    let unit = Progress(totalUnitCount: 1, parent: whole.value, pendingUnitCount: 1)
    let unchecked = UncheckedSendable(unit)
    units.append(unchecked)
    member.observe { if case .success = $0 { unchecked.value.completedUnitCount = 1 } }
  }

  func add<Whole>(whole promise: Pledge.Promise<Whole>) -> Pledge.Promise<Whole> {
    let (units, whole) = (units, whole)
    promise.observe { outcome in
      guard case .failure(let error) = outcome, !(error is BrokenPromise) else {
        return withExtendedLifetime(whole) {}
      }
      for unit in units { unit.value.completedUnitCount = 1 }
    }
    return promise
  }
}
#endif
