internal import PledgeSupport

extension Future {
  /// Returns a promise with the same outcome, and finishes `progress` when this one is fulfilled.
  ///
  ///     let sent = upload(file, progress: monitor).reporting(to: monitor)
  ///
  /// A rejection or a discard leaves the progress unchanged and releases the monitor. If that
  /// releases the last reference to a part, the monitor above counts the part as done
  /// (spec 17.4.1).
  ///
  /// - Parameter progress: The monitor, which is finished before consumers receive the value.
  /// - Returns: A promise with the same outcome.
  public final func reporting(to progress: ProgressMonitor) -> Promise<Value> {
    stage(Named(Names.Reporting.self, Tapping { _ in progress.finish() }))
  }

  /// Calls `body`, which does not see the value, before the value is passed on.
  final func onValue(_ body: @escaping @Sendable () -> Void) -> Promise<Value> {
    stage(Named(Names.Passing.self, Tapping { _ in body() }))
  }
}

extension ProgressMonitor {
  /// Returns a closure that reports one more of `total` as done each time it is called.
  func counter(upTo total: Int) -> @Sendable () -> Void {
    let done = Locked(0)
    return { [self] in
      let count = done.withLock { done in
        done += 1
        return done
      }
      report(Double(count) / Double(total))
    }
  }
}
