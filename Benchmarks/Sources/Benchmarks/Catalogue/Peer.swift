import ArgumentParser

/// An implementation of workloads: Pledge, or an alternative to it.
enum Peer: String, CaseIterable, Encodable, ExpressibleByArgument {
  case pledge
  /// SwiftNIO's `EventLoopFuture`, used on its own loop.
  case nio
  /// OpenCombine's `Future`, with its operators.
  case opencombine
  /// Swift's `Task`, fed by continuations.
  case task
  /// Nested completion handlers: a lower bound, without any guarantee.
  case callbacks
  /// Nested calls of `DispatchQueue.async`.
  case dispatch
  /// An `await` without a handle to pass on: of an async function, or of a continuation that a
  /// callback resumes.
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
