import Dispatch
import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Explorations, and what other threads do at the same time.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks), .hangLimit)
struct IsolationTests {
  @Test func `tasks of other threads run while an ordering is tried`() async throws {
    let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let other = Task {
      await withCheckedContinuation { continuation in
        // Resumed by a thread that does not explore, while another one does.
        DispatchQueue.global().async {
          started.wait()
          continuation.resume()
        }
      }
      try await Task.sleep(for: .nanoseconds(1))
      await MainActor.run {}
      ended.signal()
    }
    let report = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let report = try? explore { world in
          Task {}
          started.signal()
          ended.wait()
          world.run()
        }
        continuation.resume(returning: report)
      }
    }
    #expect(report?.tried == 1)
    try await other.value
  }

  private actor Cache {
    private var loads = 0
    func load() { loads += 1 }
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `an actor that another thread uses fails the ordering`() async {
    let found = await onDetachedThread {
      problems { world in
        let cache = Cache()
        Task { await cache.load() }
        world.context("other").run {
          let hasEnded = DispatchSemaphore(value: 0)
          DispatchQueue.global().async {
            Task {
              await cache.load()
              hasEnded.signal()
            }
          }
          hasEnded.wait()
        }
        world.run()
      }
    }
    let problem = "another thread runs Cache at the same time: create all actors within the closure"
    #expect(found == [problem])
  }

  @Test(.enabled(if: RuntimeHooks.support.hasSleeps))
  func `timers that begin in an exploration are on time afterward`() async {
    await #expect(processExitsWith: .success) {
      _ = try? exploreTasks { _ in
        try await Task.sleep(for: .seconds(3_600))
        after(.seconds(1)).discard()
      }
      let hasFired = DispatchSemaphore(value: 0)
      after(.milliseconds(1)).observe { _ in hasFired.signal() }
      // Only functions that are not asynchronous may wait for a semaphore.
      let isOnTime = { hasFired.wait(timeout: .now() + 60) == .success }
      exit(isOnTime() ? 0 : 1)
    }
  }
}

struct FunctionNameTests {
  @Test(
    arguments: [
      (
        "(2) suspend resume partial function for App.Server.find(Swift.String) async -> ()",
        "Server.find"
      ),
      (
        "(1) await resume partial function for closure #1 @Sendable () async -> () in"
          + " App.(Search in _0123AF).add(_: Swift.Int) -> ()", "Search.add"
      ),
      ("(1) await resume partial function for static App.load<A>(A) async -> A", "load"),
      ("(1) await resume partial function for closure #1 in App", nil),
      ("completeTask", nil),
    ] as [(String, String?)]
  )
  func `the name of a function is as in source code`(demangled: String, name: String?) {
    #expect(FunctionName(demangled: demangled)?.name == name)
  }
}
