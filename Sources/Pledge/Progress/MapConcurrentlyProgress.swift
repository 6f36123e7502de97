extension Collection where Element: Sendable {
  /// Maps the elements like `mapConcurrently(limit:_:)`, and reports to `progress` how many are
  /// done.
  ///
  ///     let users = ids.mapConcurrently(limit: 8, progress: monitor) { load($0) }
  ///
  /// If `progress` has parts, their finer reports count instead (spec 17.4.3).
  ///
  /// - Parameters:
  ///   - limit: The maximum number of promises that are pending at the same time. Values less than
  ///     1 reject with ``ArgumentError``.
  ///   - progress: The monitor that receives a report for each value and is finished with the last
  ///     one. If a promise is rejected, the fraction of the monitor stays unchanged.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - transform: A closure that starts the work for an element.
  /// - Returns: A promise for the values.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    let count = progress.counter(upTo: self.count)
    return mapConcurrently(limit: limit, file: file, line: line) { element in
      try transform(element).tap { _ in count() }
    }
    .reporting(to: progress)
  }
}
