internal import PledgeCore

extension Collection where Self: Sendable, Element: Sendable {
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
  ///     one. If a promise is rejected, the fraction of the monitor stays unchanged. The work must
  ///     not wait for an observation of the monitor.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - transform: A closure that starts the work for an element.
  /// - Returns: A promise for the values.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @isolated(any) @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    let (count, transform) = (progress.counter(upTo: self.count), onItsActor(transform))
    return mapConcurrently(limit: limit, file: file, line: line) { element in
      try transform(element).onValue(count)
    }
    .reporting(to: progress)
  }
}

extension Collection where Element: Sendable {
  /// Same as the form above, for a collection that is not `Sendable` and therefore copied first.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @isolated(any) @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    Array(self).mapConcurrently(limit: limit, progress: progress, file: file, line: line, transform)
  }

  /// Maps the elements like `mapConcurrently(limit:_:)`, with a part of `progress` for each one.
  ///
  ///     let sent = files.mapConcurrently(limit: 4, partsOf: monitor) { upload($0, progress: $1) }
  ///
  /// All elements are copied, and their parts created, before the first one is transformed. All
  /// parts have the same weight. The part of an element is finished when its promise is fulfilled
  /// (spec 17.4.5).
  ///
  /// - Parameters:
  ///   - limit: The maximum number of promises that are pending at the same time. Values less than
  ///     1 reject with ``ArgumentError``.
  ///   - progress: The monitor that receives a part for each element and is finished with the last
  ///     value. If a promise is rejected, the parts that nothing holds any longer count as done.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - transform: A closure that starts the work for an element and passes its part on.
  /// - Returns: A promise for the values.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    partsOf progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform:
      @escaping @isolated(any) @Sendable (Element, _ part: ProgressMonitor) throws -> Future<U>
  ) -> Promise<[U]> {
    let transform = onItsActor(transform)
    return map { (element: $0, part: progress.part()) }
      .mapConcurrently(limit: limit, file: file, line: line) { element, part in
        try transform((element, part)).reporting(to: part)
      }
      .reporting(to: progress)
  }
}

// MARK: - Tasks

extension Collection where Self: Sendable, Element: Sendable {
  /// Same as the form whose `transform` returns a promise, with an asynchronous `transform`, which
  /// runs in a task of its own for each element (spec 10.2.5).
  ///
  ///     let users = ids.mapConcurrently(limit: 8, progress: monitor) { try await fetch($0) }
  @_disfavoredOverload
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) async throws -> U
  ) -> Promise<[U]> {
    mapConcurrently(limit: limit, progress: progress, file: file, line: line) { element in
      Promise(running: { _ in try await transform(element) }, at: Site(file, line), by: .task)
    }
  }
}

extension Collection where Element: Sendable {
  /// Same as the form above, for a collection that is not `Sendable` and therefore copied first.
  @_disfavoredOverload
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) async throws -> U
  ) -> Promise<[U]> {
    Array(self).mapConcurrently(limit: limit, progress: progress, file: file, line: line, transform)
  }

  /// Same as the form whose `transform` returns a promise, with an asynchronous `transform`, which
  /// runs in a task of its own for each element (spec 10.2.5).
  ///
  ///     let sent = files.mapConcurrently(limit: 4, partsOf: monitor) { file, part in
  ///       try await upload(file, progress: part).value
  ///     }
  @_disfavoredOverload
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    partsOf progress: ProgressMonitor,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element, _ part: ProgressMonitor) async throws -> U
  ) -> Promise<[U]> {
    mapConcurrently(limit: limit, partsOf: progress, file: file, line: line) { element, part in
      Promise(running: { _ in try await transform(element, part) }, at: Site(file, line), by: .task)
    }
  }
}
