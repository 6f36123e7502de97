import ArgumentParser

/// What does a workload: Pledge, or what a user would pick instead.
enum Peer: String, CaseIterable, Encodable, ExpressibleByArgument {
  case pledge
  /// SwiftNIO's `EventLoopFuture`, used on its own loop.
  case nio
  /// OpenCombine's `Future`, with its operators.
  case opencombine
  /// Swift's `Task`, fed by continuations.
  case task
  /// Completion handlers in completion handlers: the floor, with no guarantee at all.
  case callbacks
  /// Bare `DispatchQueue.async` in `DispatchQueue.async`.
  case dispatch
  /// An `await` of an async function, with no handle that could be given away.
  case async
}
