internal import PledgeCore

extension Future {
  /// Returns a promise with the same outcome that finishes `progress` when it is fulfilled.
  ///
  ///     let sent = upload(file, progress: monitor).reporting(to: monitor)
  ///
  /// A rejection or a discard leaves the monitor where it stands, and lets go of it: if that was the
  /// last one to hold a part, the whole counts it as done (spec 17.4.1).
  ///
  /// - Parameter progress: What is finished, before others hear of the value.
  /// - Returns: A promise with the same outcome.
  public final func reporting(to progress: ProgressMonitor) -> Promise<Value> {
    tap { _ in progress.finish() }
  }
}

extension ProgressMonitor {
  /// Returns what reports one more of `total` as done each time it is called.
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
