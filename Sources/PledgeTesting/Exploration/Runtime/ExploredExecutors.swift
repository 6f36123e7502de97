internal import CPledgeTesting
internal import Foundation
internal import PledgeSupport

/// The executor of the main actor on threads that explore.
///
/// It is never released: suspended tasks refer to it. Outside of a world, it forwards to the real
/// one.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class ExploredMainActor: SerialExecutor {
  static let shared = ExploredMainActor()

  func enqueue(_ job: consuming ExecutorJob) {
    pledge_hooks_enqueue_main(RuntimeReference.address(of: job))
  }

  /// Called where the runtime does not know the current executor.
  func checkIsolated() {
    // The body of an exploration in a test of the main actor.
    if Thread.isMainThread, !pledge_hooks_is_running() { return }
    fatalError("this code does not run on the main actor of the exploration")
  }
}

/// The executor that receives jobs for actors that have none of their own.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class ExploredActors: SerialExecutor {
  static let shared = ExploredActors()

  func enqueue(_ job: consuming ExecutorJob) {
    pledge_hooks_enqueue_actor(RuntimeReference.address(of: job))
  }
}
