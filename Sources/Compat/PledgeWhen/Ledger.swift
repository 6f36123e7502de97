internal import Pledge

/// A handler of a result, of a value, or of an error.
///
/// Each kind has its own case: wrapping a closure in another one would cost an allocation for every
/// handler.
enum Handler<T>: Sendable {
  case value(@Sendable (T) -> Void)
  case error(FailurePolicy, @Sendable (any Error) -> Void)
  case result(@Sendable (Result<T, any Error>) -> Void)

  func run(_ result: Result<T, any Error>) {
    switch (self, result) {
    case (.value(let body), .success(let value)): body(value)
    case (.error(let policy, let body), .failure(let error)) where policy.includes(error):
      body(error)
    case (.result(let body), _): body(result)
    default: break
    }
  }
}

/// The handlers of a result, in three groups that are called one after another.
struct Handlers<T>: Sendable {
  /// The groups, in their order.
  enum Group {
    /// `done` and `fail`.
    case outcome
    case always
    /// Handlers of derived promises.
    case observer
  }

  private var outcome: [Handler<T>] = []
  private var always: [Handler<T>] = []
  private var observers: [Int: Handler<T>] = [:]
  private var last = 0

  var isEmpty: Bool { outcome.isEmpty && always.isEmpty && observers.isEmpty }

  /// Adds a handler.
  ///
  /// The returned number can be used to remove an observer.
  @discardableResult
  mutating func add(_ handler: Handler<T>, to group: Group) -> Int {
    last += 1
    switch group {
    case .outcome: outcome.append(handler)
    case .always: always.append(handler)
    case .observer: observers[last] = handler
    }
    return last
  }

  mutating func removeObserver(_ number: Int) -> Handler<T>? {
    observers.removeValue(forKey: number)
  }

  /// Removes and returns all handlers; numbering continues.
  mutating func takeAll() -> Handlers {
    defer { (outcome, always, observers) = ([], [], [:]) }
    return self
  }

  /// Calls each handler, group by group, in the order in which they were added.
  func run(with result: Result<T, any Error>) {
    for handler in outcome { handler.run(result) }
    for handler in always { handler.run(result) }
    for (_, handler) in observers.sorted(by: { $0.key < $1.key }) { handler.run(result) }
  }

  /// Passes a broken promise to derived promises; no other handler runs.
  func forward(_ brokenPromise: BrokenPromise) {
    for (_, handler) in observers.sorted(by: { $0.key < $1.key }) {
      handler.run(.failure(brokenPromise))
    }
  }
}

/// The state of a promise, and its handlers.
///
/// Methods run under a lock and return the work to do after unlocking.
struct Ledger<T>: Sendable {
  private var origin: Origin
  private var current: UncheckedSendable<State<T>>
  private var handlers = Handlers<T>()

  init(_ state: UncheckedSendable<State<T>>, place: Place) {
    current = state
    origin = .place(place)
  }

  var state: State<T> { current.value }

  /// Sets the state.
  ///
  /// Returns the handlers to call, and the earlier state to release after unlocking.
  ///
  /// An earlier settlement has already taken the handlers, but the last state counts.
  mutating func settle(
    _ new: UncheckedSendable<State<T>>
  ) -> (handlers: Handlers<T>, earlier: UncheckedSendable<State<T>>) {
    let earlier = current
    current = new
    return (handlers.takeAll(), earlier)
  }

  /// Returns the result and the handlers that have not been called, or `nil` while there is no
  /// result.
  mutating func takeDue() -> (Result<T, any Error>, Handlers<T>)? {
    guard let result = state.result, !handlers.isEmpty else { return nil }
    return (result, handlers.takeAll())
  }

  /// Adds a handler.
  ///
  /// Returns its number and whether there already is a result for it.
  mutating func add(_ handler: Handler<T>, to group: Handlers<T>.Group) -> (Int, isDue: Bool) {
    (handlers.add(handler, to: group), !state.isPending)
  }

  mutating func removeObserver(_ number: Int) -> Handler<T>? {
    handlers.removeObserver(number)
  }

  /// Records that `brokenPromise` breaks the promise when it is deallocated, unless it is settled
  /// first.
  mutating func recordBrokenSource(_ brokenPromise: BrokenPromise) {
    origin = .brokenPromise(brokenPromise)
  }

  /// Returns the handlers of a promise that nothing can settle any more, and the cause; `nil` if it
  /// has none.
  mutating func takeBroken() -> (Handlers<T>, Origin)? {
    state.isPending && !handlers.isEmpty ? (handlers.takeAll(), origin) : nil
  }
}

/// The cause of a broken promise.
enum Origin: Sendable {
  /// Its producer was released; Pledge reports this with the creation site.
  case place(Place)
  /// The promise it waited for is broken; Pledge has already reported that.
  case brokenPromise(BrokenPromise)
}

/// A location in the source code.
struct Place: Sendable {
  let file: StaticString
  let line: UInt
}
