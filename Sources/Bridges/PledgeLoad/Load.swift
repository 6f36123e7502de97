public import Observation
public import Pledge

/// The effect of a call while an earlier one of the same ``Load`` is in progress.
///
/// A call with another source always replaces the load in progress, and so does a call before the
/// delay of the earlier one has ended.
public enum LoadOverlap: Sendable {
  /// It joins the load in progress, and gets the same outcome.
  case join
  /// It discards the load in progress, and starts another.
  case replace
}

/// A value that a view shows while it is loaded, present, refreshed, or failed to load.
///
///     @MainActor final class UserModel {
///       let user = Load(.key(7, in: cache) { load(7) }, staleAfter: .seconds(60))
///       func appear() { user.load() }
///     }
///
/// A load keeps its value during later loads, and when they fail: ``error`` is set until the next
/// value arrives. A value that is there when a load starts is shown in the same turn, and
/// ``isLoading`` stays `false` unless the value is too old.
///
/// **Observing.** Properties that change together are one change: an observer of all is notified
/// once, such as at the start and at the end of a refresh, and one of a single property only if
/// that changes.
///
/// **Ending.** A load that is released, on any thread, discards what it has requested, so the work
/// stops unless it has other consumers. The closures of its source must neither keep nor call it.
///
/// **Invalid arguments.** If a time is negative, ``error`` is an `ArgumentError` from the start,
/// with which every call is rejected.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class Load<Value: Sendable>: Observable {
  private let registrar = ObservationRegistrar()
  private let staleAfter: Duration?
  private let debounce: Duration
  private let overlap: LoadOverlap
  private let clock: any Clock<Duration>
  /// The time since this load was created.
  private let time: @Sendable () -> Duration
  private let argumentError: ArgumentError?
  private var source: LoadSource<Value>?
  /// The state, and the part that observers see.
  private var state: LoadState<Value>
  private var shown: LoadState<Value>
  private var isCommitting = false
  /// The calls to make once the state is shown.
  private var effects: [@MainActor () -> Void] = []
  private var run: LoadRun<Value>?
  /// The number of removals from the cache when the value was there, or requested.
  private var removals = 0
  /// The timer that ends when a value becomes stale, the value's number, and its age at the start.
  private var aging: (timer: Held<Void>, values: Int, age: Duration)?
  private var observation: Held<Void>?

  /// Creates a load; it does not start by itself.
  ///
  /// - Parameters:
  ///   - source: Where the value comes from; if `nil`, give it to ``load(_:)``.
  ///   - staleAfter: The age from which the value is stale, and ``load()`` loads it again. If zero,
  ///     it always does; if `nil`, never. Must not be negative.
  ///   - debounce: The time from the latest call to its load; a call during this time starts it
  ///     again. Must not be negative.
  ///   - overlap: The effect of a call while a load is in progress.
  ///   - clock: The clock that measures these times. A cache measures the age of its values itself.
  public nonisolated init(
    _ source: LoadSource<Value>? = nil,
    staleAfter: Duration? = nil,
    debounce: Duration = .zero,
    overlap: LoadOverlap = .join,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.source, self.staleAfter, self.debounce) = (source, staleAfter, debounce)
    (self.overlap, self.clock, time) = (overlap, clock, clock.stopwatch())
    argumentError =
      if let staleAfter, staleAfter < .zero {
        ArgumentError("Load(staleAfter: \(staleAfter)): staleAfter must not be negative")
      } else if debounce < .zero {
        ArgumentError("Load(debounce: \(debounce)): debounce must not be negative")
      } else { nil }
    var state = LoadState<Value>()
    state.setError(argumentError)
    self.state = state
    shown = state
  }

  // MARK: - Properties

  /// The latest value; `nil` until there is one.
  public var value: Value? { read(\.value).value }

  /// The error of the latest load, if that has failed, and no value has arrived since.
  public var error: (any Error)? { read(\.error).error }

  /// Whether a load is in progress, or waits for its delay to end.
  public var isLoading: Bool { read(\.isLoading).isLoading }

  /// Whether the value has reached the age given as `staleAfter`, is that of an earlier source, or
  /// was removed from the cache.
  public var isStale: Bool { read(\.isStale).isStale }

  private func read<Member>(_ property: KeyPath<Load, Member>) -> LoadState<Value> {
    registrar.access(self, keyPath: property)
    return shown
  }

  /// Shows the state to observers, all changes at once, and then that which they have changed.
  private func commit() {
    if isCommitting { return }
    isCommitting = true
    repeat {
      let (old, new) = (shown, state)
      startAging()
      mutate(\.value, if: old.values != new.values) {
        mutate(\.error, if: old.errors != new.errors) {
          mutate(\.isLoading, if: old.isLoading != new.isLoading) {
            mutate(\.isStale, if: old.isStale != new.isStale) { shown = new }
          }
        }
      }
    } while !shown.looks(like: state)
    isCommitting = false
    let effects = effects
    self.effects = []
    for effect in effects { effect() }
  }

  private func mutate<Member>(
    _ property: KeyPath<Load, Member>,
    if isChanged: Bool,
    _ body: () -> Void
  ) {
    isChanged ? registrar.withMutation(of: self, keyPath: property, body) : body()
  }

  // MARK: - Loading

  /// Loads the value, unless there is one that is not stale.
  ///
  /// Call this when the view appears. A cached value is shown before this method returns.
  ///
  /// - Returns: A promise that is settled when the outcome is shown. It is rejected with
  ///   `DiscardedError` if this load is discarded, replaced, or released before. Detaching from it
  ///   stops nothing.
  @discardableResult public func load() -> Future<Value> { start(isForced: false) }

  /// Loads the value again, whatever its age.
  ///
  /// Call this when the user asks for it. All loads of a key show the new value. If a request for
  /// the key is in progress, this joins it.
  ///
  /// - Returns: A promise as from ``load()``.
  @discardableResult public func refresh() -> Future<Value> { start(isForced: true) }

  /// Loads from another source from now on, and keeps the value, as a stale one, until there is a
  /// new one.
  ///
  /// - Parameter source: The source; it replaces the load in progress.
  /// - Returns: A promise as from ``load()``.
  @discardableResult public func load(_ source: LoadSource<Value>) -> Future<Value> {
    let (old, replaced) = ((self.source, observation), takeRun())
    (self.source, observation) = (source, nil)
    state.changeSource()
    // Released later: that runs code of others, and this may call the load.
    return withExtendedLifetime(old) { start(isForced: false, replacing: replaced) }
  }

  /// Stops the load in progress; the value and the error stay.
  public func discard() {
    if let run = takeRun() { effects.append(run.stop) }
    commit()
  }

  private func start(isForced: Bool, replacing other: LoadRun<Value>? = nil) -> Future<Value> {
    guard argumentError == nil, let source else { return rejected() }
    defer { commit() }
    if observation == nil { observation = source.shared.map { Held($0.onChange(wake)) } }
    update()
    if !isForced, !state.isStale, let value = state.value {
      if let other { effects.append(other.stop) }
      source.shared?.touch()
      return Promise(value: value)
    }
    if let run, overlap == .join, !run.isDelayed {
      // The cache joins the same request, unless that was made before the key was removed.
      if isForced, source.shared != nil {
        run.isForced = true
        request(for: run)
      }
      return run.outcome
    }
    let (replaced, run) = ([other, takeRun()], LoadRun<Value>(isForced: isForced))
    self.run = run
    state.begin()
    for run in replaced { run?.stop() }  // Runs code of others, which may call this load.
    if debounce == .zero {
      request(for: run)
    } else if run === self.run {
      run.delay = Held(after(debounce, clock: clock), wake)
    }
    return run.outcome
  }

  private func rejected() -> Future<Value> {
    let error = argumentError ?? ArgumentError("Load(): give it a source, or call load(_:) first")
    state.setError(error)
    commit()
    let promise = Promise<Value>(error: error)
    promise.ignoringErrors()
    return promise
  }

  /// Removes the load in progress before it is stopped: that runs code of others.
  private func takeRun() -> LoadRun<Value>? {
    defer { run = nil }
    state.stop()
    return run
  }

  /// Starts the work of a load, unless that has been replaced or discarded.
  private func request(for run: LoadRun<Value>) {
    guard run === self.run, let source else { return }
    removals = source.shared?.removals() ?? 0
    let work: Future<Value>
    do {
      work = try source.request(run.isForced || state.isOfSource)
    } catch { work = Promise(error: error) }
    let held = work.isPending ? Held(work, wake) : Held(work) {}
    // The closure of the source may have called this load.
    guard run === self.run else { return }
    let replaced = run.work
    run.work = held
    replaced?.discard()
    update()
  }

  // MARK: - Following

  /// Has this load look at everything that may have changed, in a later turn of the main actor.
  ///
  /// A task, which explorations can order; detached, because what it starts is not part of what the
  /// calling thread happens to load. Turns may come in any order: each does what is left to do.
  private var wake: @Sendable () -> Void {
    { [weak self] in
      Task.detached { @MainActor [weak self] in self?.look() }
    }
  }

  private func look() {
    if let run, run.isDelayed, run.delay?.source.isFulfilled == true {
      request(for: run)
    } else {
      update()
    }
    commit()
  }

  /// Takes in what has changed: the age, the outcome of the load in progress, and the value of a
  /// shared source, which also ends a load that began before the value arrived.
  private func update() {
    let hasNewer = showKept()
    if let run, let outcome = hasNewer ? state.value.map({ .success($0) }) : run.result {
      _ = takeRun()
      // The key may have been removed after the request.
      let isRemoved = source?.shared.map { $0.removals() != removals } ?? false
      if !hasNewer { state.show(outcome, arrival: isRemoved ? nil : time()) }
      effects.append { run.outcome.settle(with: outcome) }
    }
    state.updateStaleness(at: time(), staleAfter: staleAfter)
  }

  /// Shows the value that a shared source keeps; returns whether it is newer.
  private func showKept() -> Bool {
    guard let shared = source?.shared else { return false }
    let removals = shared.removals()
    guard let entry = shared.entry() else {
      if removals != self.removals { state.expire() }
      return false
    }
    self.removals = removals
    let arrival = time() - max(.zero, entry.age)
    return state.show(entry.value, revision: entry.revision, arrival: arrival)
  }

  /// Starts the timer of a new value, or of one whose timer was early.
  private func startAging() {
    guard let staleAfter, let age = state.age(at: time()), age < staleAfter else { return }
    if let aging, aging.values == state.values {
      // A clock that fails, or stands still, must not start it again and again.
      guard aging.timer.source.isFulfilled, age > aging.age else { return }
    }
    let timer = Held(after(staleAfter - age, clock: clock), wake)
    var replaced = Optional((timer: timer, values: state.values, age: age))
    swap(&aging, &replaced)  // Released later: that runs code of the clock.
  }
}
