import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport

/// A thread that runs its run loop as long as this object exists.
final class RunLoopThread: Sendable {
  let runLoop: UncheckedSendable<RunLoop>
  private let isDone = Locked(false)

  init() async throws {
    let (started, resolver) = Promise<UncheckedSendable<RunLoop>>.pending()
    let isDone = isDone
    Thread.detachNewThread {
      let runLoop = RunLoop.current
      // A run loop without sources does not wait.
      runLoop.add(Timer(timeInterval: 100_000, repeats: true) { _ in }, forMode: .common)
      resolver.resolve(UncheckedSendable(runLoop))
      while !isDone.value { _ = runLoop.run(mode: .default, before: .distantFuture) }
    }
    runLoop = try await started.value
  }

  deinit {
    isDone.value = true
    RunLoopContext(runLoop.value).run {}
  }
}
