public import Foundation
public import Pledge

extension Future {
  /// Returns a promise with the same outcome that completes `progress` when it is fulfilled.
  ///
  ///     let whole = Progress(totalUnitCount: 1)
  ///     whole.becomeCurrent(withPendingUnitCount: 1)
  ///     let sent = upload(file).reporting(to: Progress(totalUnitCount: 1))
  ///     whole.resignCurrent()
  ///
  /// Cancelling `progress` discards the promise, which leaves this one; of a progress that is cancelled
  /// already, the promise is discarded at once. The cancellation handler that was set is replaced. A
  /// rejection or a discard leaves `progress` where it stands.
  ///
  /// - Parameter progress: What is completed, before others hear of the value; one that has no total
  ///   gets one of a unit.
  /// - Returns: A promise with the same outcome.
  public func reporting(to progress: Progress) -> Promise<Value> {
    let stage = tap { _ in progress.complete() }
    progress.cancellationHandler = { [weak stage] in stage?.discard() }
    if progress.isCancelled { stage.discard() }
    return stage
  }
}

/// Same as `all(_:progress:file:line:)` of a `ProgressMonitor`, with Foundation's `Progress`.
///
///     let uploads = all(files.map(upload), progress: Progress(totalUnitCount: 100))
///
/// Each value counts the same. Cancelling `progress` discards the promise.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - progress: What is told of each value, in its own units, and completed with the last one; if a
///     promise is rejected, it stays where it stands. One that has no total gets one of a unit each.
///   - file: The place that reports name.
///   - line: The line of that place.
/// - Returns: A promise for every value.
public func all<Value: Sendable>(
  _ futures: [Future<Value>],
  progress: Progress,
  file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<[Value]> {
  let monitor = ProgressMonitor()
  if progress.totalUnitCount <= 0 { progress.totalUnitCount = Int64(max(futures.count, 1)) }
  progress.follow(monitor)
  return all(futures, progress: monitor, file: file, line: line).reporting(to: progress)
}
