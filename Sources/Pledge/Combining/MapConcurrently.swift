internal import PledgeCore

extension Sequence where Element: Sendable {
  /// Returns a promise for what `transform` makes of every element, in their order, with at most
  /// `limit` of the promises pending at a time (spec 11.7).
  ///
  ///     let users = (1...200).mapConcurrently(limit: 8) { load($0) }
  ///
  /// The next element is started when a promise before it is fulfilled, on the thread that does that.
  /// The first rejection rejects the whole, as does an error that `transform` throws; what is pending
  /// then loses its consumer, and nothing more is started. An empty sequence gives an empty array.
  ///
  /// - Parameters:
  ///   - limit: How many may be pending at once, at least 1; less rejects with ``ArgumentError``.
  ///   - transform: Starts the work for an element.
  /// - Returns: A promise for the values.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    _ transform: @escaping @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    guard limit > 0 else {
      return Promise(
        error: ArgumentError("mapConcurrently(limit: \(limit)): limit must be at least 1")
      )
    }
    let agenda = Locked(Agenda<Element, U>(Array(self)))
    // A worker is a loop; as such it takes constant memory however many elements there are.
    @Sendable func work() throws -> Future<Void> {
      guard let (index, element) = agenda.withLock({ $0.next() }) else { return Promise(value: ()) }
      return try transform(element).flatMap { value in
        agenda.withLock { $0.note(value, at: index) }
        return try work()
      }
    }
    let count = Swift.min(limit, agenda.withLock { $0.count })
    let workers = (0..<count).map { _ in Promise<Void>(value: ()).flatMap(work) }
    return all(workers).map { _ in agenda.withLock { $0.values } }
  }
}

/// What is to be done and what has come of it, apart from the threads.
struct Agenda<Element, Output> {
  private let elements: [Element]
  private var outputs: [Output?]
  private var started = 0

  init(_ elements: [Element]) {
    self.elements = elements
    outputs = Array(repeating: nil, count: elements.count)
  }

  var count: Int { elements.count }

  /// The values so far, in the order of the elements.
  var values: [Output] { outputs.compactMap(\.self) }

  /// Hands out the next element, or `nil` after the last one.
  mutating func next() -> (index: Int, element: Element)? {
    guard started < elements.count else { return nil }
    defer { started += 1 }
    return (started, elements[started])
  }

  mutating func note(_ output: Output, at index: Int) {
    outputs[index] = output
  }
}
