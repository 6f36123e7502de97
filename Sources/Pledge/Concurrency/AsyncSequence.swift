internal import PledgeCore

// One value of a series. Initialisers, because asynchronous sequences have methods of the other names,
// which wait.

extension Promise {
  /// Creates a promise for the first element of `sequence`.
  ///
  ///     let login = Promise(first: logins)
  ///
  /// A task of its own, with the priority and the task-locals of the caller, asks the sequence for one
  /// element and no more. A sequence that ends before rejects with ``NoSuchElementError``, one that
  /// throws with its error. Discarding the promise, or the leaving of its last consumer, cancels the
  /// task, and with it the iteration (spec 10.4.2, 10.4.3).
  ///
  /// - Parameters:
  ///   - sequence: What to take an element of.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  public convenience init<S: AsyncSequence & Sendable>(
    first sequence: S,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where S.Element == Value {
    self.init(first: sequence, where: { _ in true }, file: file, line: line)
  }

  /// Creates a promise for the first element of `sequence` that `predicate` says yes to.
  ///
  ///     let login = Promise(first: logins, where: { $0.team == "B" })
  ///
  /// Same as ``init(first:file:line:)``; the elements before it are dropped.
  ///
  /// - Parameters:
  ///   - sequence: What to take an element of.
  ///   - predicate: Runs in the task; if it throws, the promise is rejected.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Complexity: O(*n*) in the number of elements.
  public convenience init<S: AsyncSequence & Sendable>(
    first sequence: S,
    where predicate: @escaping @Sendable (Value) async throws -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where S.Element == Value {
    let search: @Sendable () async throws -> Value = {
      for try await element in sequence {
        try Task.checkCancellation()
        if try await predicate(element) { return element }
      }
      throw NoSuchElementError()
    }
    self.init(running: search, at: Site(file, line))
  }

  /// Creates a promise for the last element of `sequence`, once that has ended.
  ///
  ///     let login = Promise(last: logins)
  ///
  /// Same as ``init(first:file:line:)``; a sequence that does not end keeps the promise pending.
  ///
  /// - Parameters:
  ///   - sequence: What to take an element of.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Complexity: O(*n*) in the number of elements, of which one is kept.
  public convenience init<S: AsyncSequence & Sendable>(
    last sequence: S,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where S.Element == Value {
    let search: @Sendable () async throws -> Value = {
      var last: Value?
      for try await element in sequence {
        try Task.checkCancellation()
        last = .some(element)
      }
      return try last.unwrapped(orThrow: NoSuchElementError())
    }
    self.init(running: search, at: Site(file, line))
  }

  /// Creates a promise for all elements of `sequence`, in their order, once that has ended.
  ///
  ///     let users = Promise(collecting: logins)
  ///
  /// Same as ``init(first:file:line:)``, but a sequence of nothing gives an empty array. One that does
  /// not end keeps the promise pending and the elements in memory.
  ///
  /// - Parameters:
  ///   - sequence: What to take the elements of.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Complexity: O(*n*) in the number of elements.
  public convenience init<S: AsyncSequence & Sendable>(
    collecting sequence: S,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == [S.Element] {
    let collection: @Sendable () async throws -> Value = {
      var elements: [S.Element] = []
      for try await element in sequence {
        try Task.checkCancellation()
        elements.append(element)
      }
      return elements
    }
    self.init(running: collection, at: Site(file, line))
  }

  /// Creates a promise for what `combine` makes of all elements of `sequence`, once that has ended.
  ///
  ///     let length = Promise(reducing: names, from: 0) { $0 + $1.count }
  ///
  /// Same as ``init(first:file:line:)``, but a sequence of nothing gives `initial`.
  ///
  /// - Parameters:
  ///   - sequence: What to take the elements of.
  ///   - initial: What to begin with.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - combine: Makes of what there is and the next element what there is then. Runs in the task; if
  ///     it throws, the promise is rejected, and no more is asked for.
  /// - Complexity: O(*n*) in the number of elements.
  public convenience init<S: AsyncSequence & Sendable>(
    reducing sequence: S,
    from initial: Value,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ combine: @escaping @Sendable (Value, S.Element) async throws -> Value
  ) {
    let reduction: @Sendable () async throws -> Value = {
      var result = initial
      for try await element in sequence {
        try Task.checkCancellation()
        result = try await combine(result, element)
      }
      return result
    }
    self.init(running: reduction, at: Site(file, line))
  }
}
