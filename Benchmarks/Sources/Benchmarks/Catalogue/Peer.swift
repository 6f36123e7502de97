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
  /// An `await` with no handle that could be given away: of an async function, or of a continuation
  /// that somebody resumes.
  case async

  // Pledge's modules with the API of an older library.
  case promisekit
  case brightfutures
  /// Swift by Sundell's article.
  case sundell
  case bolts
  case then
  case when
  /// google/promises.
  case promises
}
