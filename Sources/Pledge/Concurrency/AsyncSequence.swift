internal import PledgeCore

// Promises for one value of a sequence. They are initializers because the corresponding names
// belong to asynchronous methods of sequences. Each has a parameter for a closure: without one, the
// compiler would take the closure of `Promise { resolver in … }` for a sequence when it looks for a
// mistake in that closure.

extension Promise {
  /// Creates a promise for the first element of `sequence`, or the first to satisfy `predicate`.
  ///
  ///     let login = Promise(first: logins, where: { $0.team == "B" })
  ///
  /// A new task with the caller's priority and task-locals requests elements up to that one and no
  /// more. If the sequence ends first, the promise is rejected with ``NoSuchElementError``; if the
  /// sequence throws, with its error. Discarding the promise, or detaching its last consumer,
  /// cancels the task and with it the iteration (spec 10.4.2, 10.4.3).
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - predicate: A closure that returns whether an element counts; all do by default. Runs in
  ///     the task. If it throws, the promise is rejected with the error.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Complexity: O(*n*), where *n* is the number of elements up to that one.
  public convenience init<S: AsyncSequence & Sendable>(
    first sequence: S,
    where predicate: @escaping @Sendable (Value) async throws -> Bool = { _ in true },
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
    self.init(running: search, at: Site(file, line), by: .elements)
  }

  /// Creates a promise for the last element of `sequence`, or the last to satisfy `predicate`.
  ///
  ///     let login = Promise(last: logins)
  ///
  /// Same as ``init(first:where:file:line:)``, but waits for the end of the sequence. If the
  /// sequence does not end, the promise stays pending.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - predicate: A closure that returns whether an element counts; all do by default. Runs in
  ///     the task. If it throws, the promise is rejected with the error.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Complexity: O(*n*), where *n* is the number of elements. Only one element is kept.
  public convenience init<S: AsyncSequence & Sendable>(
    last sequence: S,
    where predicate: @escaping @Sendable (Value) async throws -> Bool = { _ in true },
    file: StaticString = #fileID,
    line: UInt = #line
  ) where S.Element == Value {
    let search: @Sendable () async throws -> Value = {
      var last: Value?
      for try await element in sequence {
        try Task.checkCancellation()
        if try await predicate(element) { last = .some(element) }
      }
      return try last.unwrapped(orThrow: NoSuchElementError())
    }
    self.init(running: search, at: Site(file, line), by: .elements)
  }

  /// Creates a promise for all elements of `sequence`, or all that satisfy `predicate`, in order.
  ///
  ///     let users = Promise(collecting: logins)
  ///
  /// Same as ``init(first:where:file:line:)``, but waits for the end of the sequence. Fulfills with
  /// `[]` if there are no such elements. If the sequence does not end, the promise stays pending
  /// and the elements stay in memory.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - predicate: A closure that returns whether an element counts; all do by default. Runs in
  ///     the task. If it throws, the promise is rejected with the error.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public convenience init<S: AsyncSequence & Sendable>(
    collecting sequence: S,
    where predicate: @escaping @Sendable (S.Element) async throws -> Bool = { _ in true },
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value == [S.Element] {
    let collection: @Sendable () async throws -> Value = {
      var elements: [S.Element] = []
      for try await element in sequence {
        try Task.checkCancellation()
        if try await predicate(element) { elements.append(element) }
      }
      return elements
    }
    self.init(running: collection, at: Site(file, line), by: .elements)
  }

  /// Creates a promise for the result of combining all elements of `sequence`.
  ///
  ///     let length = Promise(reducing: names, from: 0) { $0 + $1.count }
  ///
  /// Same as ``init(first:where:file:line:)``, but waits for the end of the sequence. Fulfills with
  /// `initial` if the sequence is empty.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - initial: The initial accumulated value.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - combine: A closure that combines the accumulated value with the next element. Runs in the
  ///     task. If it throws, the promise is rejected and no more elements are requested.
  /// - Complexity: O(*n*), where *n* is the number of elements.
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
    self.init(running: reduction, at: Site(file, line), by: .elements)
  }
}
