internal import PledgeCore

/// Promises that work for one result, at most so many at a time; the first rejection, or a discard of
/// the result, is the end of all.
///
/// An iteration, which is a promise too, adds them and waits for a free place in between.
final class Crew<Output: Sendable>: Sendable {
  private let roster: Locked<Roster<Output>>
  private let result: Promise<[Output]>

  private init(limit: Int, at site: Site) {
    roster = Locked(Roster(limit: limit))
    result = Promise(pendingAt: site)
  }

  /// Returns a promise for the values of all that `iterate` adds, in the order in which it does.
  static func result(
    limit: Int,
    at site: Site,
    of iterate: (Crew) -> Promise<Void>
  ) -> Promise<[Output]> {
    let crew = Crew(limit: limit, at: site)
    crew.result.onDiscard { crew.disband() }
    let iteration = iterate(crew).observed { outcome in
      switch outcome {
      case .success: crew.perform { $0.close() }
      case .failure(let error): crew.fail(with: error)
      }
    }
    crew.result.tie([iteration])
    // A stage leaves its source when it is settled by hand; a root would not stop its work then.
    return crew.result.map { $0 }
  }

  /// Adds a promise that is under way.
  ///
  /// - Returns: A promise for a place, without which nothing more may be added.
  func add(_ future: Future<Output>) -> Future<Void> {
    let index = roster.withLock { $0.begin() }
    let seat = future.stage(
      Outcomes { outcome in
        switch outcome {
        case .success(let value): self.perform { $0.note(value, at: index) }
        case .failure(let error): self.fail(with: error)
        }
      }
    )
    if !roster.withLock({ $0.take(seat, at: index) }) { seat.discard() }
    // Not made under the lock: where pending promises are watched, that may be the end of others.
    let place = Promise<Void>()
    if roster.withLock({ $0.hasPlace(orKeeps: place) }) { place.resolve() }
    return place
  }

  /// Does what the roster says after a change.
  private func perform(_ change: (inout Roster<Output>) -> Roster<Output>.Turn) {
    switch roster.withLock(change) {
    case .wait: break
    case .proceed(let place): place.resolve()
    case .finish(let outputs): result.resolve(outputs.compactMap(\.self))
    }
  }

  private func fail(with error: any Error) {
    // Work stops before anybody hears, as it does everywhere.
    if disband() { _ = result.reject(with: error) }
  }

  /// Leaves all that is pending.
  ///
  /// - Returns: Whether this is what ended it.
  @discardableResult
  private func disband() -> Bool {
    guard let seats = roster.withLock({ $0.disband() }) else { return false }
    for seat in seats { seat.discard() }
    return true
  }
}

/// Who is at work and what has come of it, apart from the threads.
struct Roster<Output: Sendable> {
  enum Turn {
    case wait
    /// The iteration may go on.
    case proceed(Promise<Void>)
    case finish([Output?])
  }

  private let limit: Int
  private var outputs: [Output?] = []
  /// The consumers of what is pending, by the index of the output.
  private var seats: [Int: Promise<Void>] = [:]
  private var pending = 0
  /// What the iteration waits for, if there is no place.
  private var awaited: Promise<Void>?
  private var isClosed = false
  private var isOver = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a place.
  mutating func begin() -> Int {
    pending += 1
    outputs.append(nil)
    return outputs.count - 1
  }

  /// Keeps the consumer of what has begun.
  ///
  /// - Returns: `false` if it has to go, because all is over.
  mutating func take(_ seat: Promise<Void>, at index: Int) -> Bool {
    if isOver { return false }
    if case nil = outputs[index] { seats[index] = seat }
    return true
  }

  /// Keeps `place` for the next free place, unless there is one now; none comes when all is over.
  ///
  /// - Returns: Whether there is one now.
  mutating func hasPlace(orKeeps place: Promise<Void>) -> Bool {
    if pending < limit, !isOver { return true }
    awaited = place
    return false
  }

  mutating func note(_ output: Output, at index: Int) -> Turn {
    if isOver { return .wait }
    pending -= 1
    outputs[index] = output
    seats[index] = nil
    if let place = awaited.take() { return .proceed(place) }
    return finishIfDone()
  }

  /// Nothing more is added.
  mutating func close() -> Turn {
    isClosed = true
    return finishIfDone()
  }

  /// Ends it, unless it is over.
  ///
  /// - Returns: The consumers of what is pending, in the order in which it was started.
  mutating func disband() -> [Promise<Void>]? {
    if isOver { return nil }
    isOver = true
    defer { seats = [:] }
    return seats.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func finishIfDone() -> Turn {
    guard isClosed, pending == 0, !isOver else { return .wait }
    isOver = true
    defer { outputs = [] }
    return .finish(outputs)
  }
}
