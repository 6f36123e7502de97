internal import Pledge

/// Something that wants to hear of a result, or of one side of it.
///
/// A case for each kind: a closure around a closure would be an allocation more for every handler.
enum Handler<T>: Sendable {
  case value(@Sendable (T) -> Void)
  case error(FailurePolicy, @Sendable (any Error) -> Void)
  case result(@Sendable (Result<T, any Error>) -> Void)

  func run(_ result: Result<T, any Error>) {
    switch (self, result) {
    case (.value(let body), .success(let value)): body(value)
    case (.error(let policy, let body), .failure(let error)) where policy.wants(error): body(error)
    case (.result(let body), _): body(result)
    default: break
    }
  }
}

/// Who wants to hear of a result, in the three groups that hear one after another.
struct Handlers<T>: Sendable {
  /// The groups, in their order.
  enum Group {
    /// `done` and `fail`.
    case outcome
    case always
    /// What derives promises.
    case observer
  }

  private var outcome: [Handler<T>] = []
  private var always: [Handler<T>] = []
  private var observers: [Int: Handler<T>] = [:]
  private var last = 0

  var isEmpty: Bool { outcome.isEmpty && always.isEmpty && observers.isEmpty }

  /// Adds a handler; an observer has a number, by which it can be removed.
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

  /// Takes all handlers out; numbers go on.
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

  /// Tells those that derive promises of a loss; no other handler runs.
  func lose(with brokenPromise: BrokenPromise) {
    for (_, handler) in observers.sorted(by: { $0.key < $1.key }) {
      handler.run(.failure(brokenPromise))
    }
  }
}

/// The state of a promise, and its handlers: decides under a lock what is run outside of it.
struct Ledger<T>: Sendable {
  private var origin: Origin
  private var current: UncheckedSendable<State<T>>
  private var handlers = Handlers<T>()

  init(_ state: UncheckedSendable<State<T>>, place: Place) {
    current = state
    origin = .place(place)
  }

  var state: State<T> { current.value }

  /// Sets the state, and returns the handlers that hear of it, and the earlier state to let go of.
  ///
  /// Whoever settled before this has had the handlers; the state is the last one all the same.
  mutating func settle(
    _ new: UncheckedSendable<State<T>>
  ) -> (handlers: Handlers<T>, earlier: UncheckedSendable<State<T>>) {
    let earlier = current
    current = new
    return (handlers.takeAll(), earlier)
  }

  /// Returns the result and the handlers that have not heard of it; nothing while there is none.
  mutating func takeDue() -> (Result<T, any Error>, Handlers<T>)? {
    guard let result = state.result, !handlers.isEmpty else { return nil }
    return (result, handlers.takeAll())
  }

  /// Adds a handler, and returns its number and whether there is a result for it.
  mutating func add(_ handler: Handler<T>, to group: Handlers<T>.Group) -> (Int, isDue: Bool) {
    (handlers.add(handler, to: group), !state.isPending)
  }

  mutating func removeObserver(_ number: Int) -> Handler<T>? {
    handlers.removeObserver(number)
  }

  /// Notes that the promise is broken by `brokenPromise` when it goes, unless it is settled before.
  mutating func outlive(_ brokenPromise: BrokenPromise) {
    origin = .brokenPromise(brokenPromise)
  }

  /// Returns the handlers of a promise that nothing can settle any more, and why; `nil` if it has none.
  mutating func takeLost() -> (Handlers<T>, Origin)? {
    state.isPending && !handlers.isEmpty ? (handlers.takeAll(), origin) : nil
  }
}

/// What breaks a promise.
enum Origin: Sendable {
  /// The loss of what settles it, which is reported with the place where it was made.
  case place(Place)
  /// The loss of what it waited for, which has been reported.
  case brokenPromise(BrokenPromise)
}

/// A place in the source code.
struct Place: Sendable {
  let file: StaticString
  let line: UInt
}
