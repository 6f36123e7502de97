public import Foundation
public import Pledge

extension Progress {
  /// Follows what is reported to `monitor`, in units of this progress.
  ///
  ///     let bar = Progress(totalUnitCount: 1000)
  ///     bar.follow(monitor)
  ///     let film = session.download(url, to: file, progress: monitor).reporting(to: bar)
  ///
  /// Messages are left out, since a progress describes itself. The monitor holds this progress until it
  /// is finished or gone. Discarding the promise ends it. Changes are made on the threads that report,
  /// one after another.
  ///
  /// - Parameter monitor: What to follow; one total of units has to be set before, and a progress that
  ///   has none gets one of 1000.
  /// - Returns: A promise that is fulfilled when the monitor is finished; it need not be kept.
  @discardableResult
  public func follow(_ monitor: ProgressMonitor) -> Promise<Void> {
    if totalUnitCount <= 0 { totalUnitCount = 1000 }
    return monitor.observe { report in
      let count = Int64(report.fraction * Double(self.totalUnitCount))
      if count > self.completedUnitCount { self.completedUnitCount = count }
    }
  }

  func complete() {
    if totalUnitCount <= 0 { totalUnitCount = 1 }
    completedUnitCount = totalUnitCount
  }
}

extension ProgressMonitor {
  /// Follows `progress`, which is looked at again and again.
  ///
  ///     let unpacking = Progress(totalUnitCount: 100)
  ///     monitor.part().follow(unpacking)
  ///
  /// It is looked at at once and then every `interval`, as not all platforms tell of its changes. It
  /// ends when `progress` is finished, which finishes this monitor, or is cancelled, which leaves it
  /// where it stands; and when the promise is discarded.
  ///
  /// - Parameters:
  ///   - progress: What to follow.
  ///   - interval: The time between two looks, a tenth of a second unless said otherwise; less than
  ///     none rejects with `ArgumentError`.
  ///   - clock: What measures that.
  /// - Returns: A promise that is fulfilled when there is no more to follow; it need not be kept.
  @discardableResult
  public func follow(
    _ progress: Progress,
    every interval: Duration = .milliseconds(100),
    clock: some Clock<Duration> = ContinuousClock()
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
