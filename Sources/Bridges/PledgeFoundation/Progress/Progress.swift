public import Foundation
public import Pledge

extension Progress {
  /// Tracks the fraction reported to `monitor`, in units of this progress.
  ///
  ///     let bar = Progress(totalUnitCount: 1000)
  ///     bar.follow(monitor)
  ///     let film = session.download(url, to: file, progress: monitor).reporting(to: bar)
  ///
  /// Messages are ignored, since a progress describes itself. The monitor retains this progress
  /// until the monitor is finished or released, or the promise is discarded. The progress is
  /// updated serially on the reporting threads.
  ///
  /// - Parameter monitor: The monitor to follow. Set the total unit count first, or it becomes
  ///   1000.
  /// - Returns: A promise that is fulfilled when the monitor is finished; you need not keep it.
  @discardableResult
  public func follow(_ monitor: ProgressMonitor) -> Promise<Void> {
    if totalUnitCount <= 0 { totalUnitCount = 1000 }
    return monitor.observe { report in
      let count = self.unitCount(of: report.fraction)
      if count > self.completedUnitCount { self.completedUnitCount = count }
    }
  }

  /// Returns `fraction` in units of this progress.
  private func unitCount(of fraction: Double) -> Int64 {
    guard fraction < 1 else { return totalUnitCount }
    // The product may exceed a large count, as the `Double` nearest to that may.
    return min(Int64(fraction * Double(totalUnitCount)), totalUnitCount)
  }

  func complete() {
    if totalUnitCount <= 0 { totalUnitCount = 1 }
    completedUnitCount = totalUnitCount
  }
}

extension ProgressMonitor {
  /// Tracks `progress` by polling it.
  ///
  ///     let unpacking = Progress(totalUnitCount: 100)
  ///     monitor.part().follow(unpacking)
  ///
  /// Reads `progress` immediately and then after every `interval`, since not all platforms report
  /// its changes. Tracking ends when `progress` is finished, which finishes this monitor; when it
  /// is canceled, which leaves the monitor unchanged; or when the promise is discarded.
  ///
  /// - Parameters:
  ///   - progress: The progress to track.
  ///   - interval: The time between two reads. A negative interval rejects with `ArgumentError`.
  ///   - clock: The clock that measures `interval`.
  /// - Returns: A promise that is fulfilled when tracking ends; you need not keep it.
  @discardableResult
  public func follow(
    _ progress: Progress,
    every interval: Duration = .milliseconds(100),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Promise<Void> {
    let isDone: @Sendable (Bool) -> Bool = { $0 }
    let end = poll(every: interval, clock: clock, until: isDone) { [self] in
      if progress.isFinished { finish() }
      report(min(progress.fractionCompleted, 0.99))
      return Promise(value: progress.isFinished || progress.isCancelled)
    }
    return end.asVoid()
  }
}
