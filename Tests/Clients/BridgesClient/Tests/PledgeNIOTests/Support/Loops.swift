import Dispatch
import NIOCore
import NIOPosix

/// Runs `body` with an event loop, then shuts it down.
func withLoop<Output>(_ body: (any EventLoop) async throws -> Output) async throws -> Output {
  let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  let output: Output
  do {
    output = try await body(group.next())
  } catch {
    try await group.shutdownGracefully()
    throw error
  }
  try await group.shutdownGracefully()
  return output
}

/// Returns an event loop that has been shut down.
func closedLoop() async throws -> any EventLoop {
  try await withLoop { $0 }
}

extension EventLoop {
  /// Blocks the loop.
  ///
  /// - Returns: A semaphore that unblocks the loop when it is signaled.
  func block() async -> DispatchSemaphore {
    let gate = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      execute {
        continuation.resume()
        gate.wait()
      }
    }
    return gate
  }
}
