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
  /// Canceling `progress` discards the promise, which detaches it from this one. If `progress` is
  /// already canceled, the promise is discarded immediately. Replaces the cancellation handler of
  /// `progress`. A rejection or a discard leaves `progress` unchanged.
  ///
  /// - Parameter progress: The progress to complete, before other handlers receive the value. If it
  ///   has no total unit count, the count becomes 1.
  /// - Returns: A promise with the same outcome.
  public func reporting(to progress: Progress) -> Promise<Value> {
    let stage = tap { _ in progress.complete() }
    progress.cancellationHandler = { [weak stage] in stage?.discard() }
    if progress.isCancelled { stage.discard() }
    return stage
  }
}

/// Waits for all promises and reports to `progress` as `all(_:progress:file:line:)` does to a
/// `ProgressMonitor`.
///
///     let uploads = all(files.map(upload), progress: Progress(totalUnitCount: 100))
///
/// Each value has the same weight. Canceling `progress` discards the promise.
///
/// - Parameters:
///   - futures: The promises to wait for.
///   - progress: Advances with each value, in its own units, and is completed with the last one. It
///     does not change if a promise is rejected. If it has no total unit count, each value counts
///     as one unit.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
/// - Returns: A promise for the values.
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
