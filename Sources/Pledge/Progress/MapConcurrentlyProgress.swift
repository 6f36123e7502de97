extension Collection where Element: Sendable {
  /// Same as `mapConcurrently(limit:_:)`, and reports to `progress` how many are
  /// done.
  ///
  ///     let users = ids.mapConcurrently(limit: 8, progress: monitor) { load($0) }
  ///
  /// If `progress` has parts, their reports count instead, which are finer (spec 17.4.3).
  ///
  /// - Parameters:
  ///   - limit: How many may be pending at once, at least 1; less rejects with ``ArgumentError``.
  ///   - progress: What is told of each value, and finished with the last one; if one is rejected, it
  ///     stays where it stands.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - transform: Starts the work for an element.
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
