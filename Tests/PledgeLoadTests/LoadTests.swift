import Observation
import Pledge
import PledgeLoad
import PledgeTestSupport
import PledgeTesting
import Testing

@MainActor @Suite(.hangLimit)
struct LoadTests {
  private let work = Work()
  private let clock = ManualClock()
  private let cache = SingleFlight<Int, Int>()

  private var source: LoadSource<Int> { .future { [work] in work.start(1) } }
  private var key: LoadSource<Int> { .key(1, in: cache) { [work] in work.start(1) } }

  /// Settles the latest work, and waits until this is shown.
  private func settle(_ result: Result<Int, any Error>) async {
    work[1].settle(with: result)
    await turn()
  }

  /// Lets the main actor do everything that it has to do.
  private func turn() async { await Task.detached { @MainActor in }.value }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a cached value is shown at once, without loading`() {
    cache.insert(10, for: 1)
    let load = Load(key, debounce: .seconds(1))
    let spinner = Tracker { _ = load.isLoading }
    #expect(load.load().got == 10 && load.value == 10 && !load.isLoading)
    #expect(spinner.changes == 0 && work.started == [])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a failure keeps the value, and is shown until the next one`() async {
    let load = Load(source)
    for value in 10...11 {
      load.refresh()
      await settle(.success(value))
      #expect(load.value == value && load.error == nil && load.load().got == value)
      let failing = load.refresh()
      #expect(load.value == value && load.isLoading)
      await settle(.failure(Broken()))
      #expect(load.value == value && load.error is Broken && failing.failure is Broken)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a call joins or replaces the load, and leaves it if the value is fresh`() async {
    let joining = Load(source)
    let call = joining.load()
    #expect(joining.refresh() === call && work.started == [1])
    joining.discard()
    #expect(call.isDiscarded && work[1].isDiscarded && !joining.isLoading)

    for source in [source, key] {
      let load = Load(source, overlap: .replace)
      let (first, request, second) = (load.load(), work[1], load.refresh())
      #expect(first.isDiscarded && request.isDiscarded && second.isPending && load.isLoading)
      await settle(.success(12))
      #expect(second.got == 12 && load.value == 12)
      let third = load.refresh()
      #expect(load.load().got == 12 && third.isPending && load.isLoading)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a load starts when the calls have paused`() async {
    let load = Load(source, debounce: .seconds(3), clock: clock)
    load.load()
    await clock.run(for: .seconds(2))
    let call = load.load()
    await clock.run(for: .seconds(2))
    #expect(load.isLoading && work.started == [])
    await clock.run(for: .seconds(1))
    await turn()
    #expect(work.started == [1] && load.load() === call)
    await settle(.success(10))
    #expect(call.got == 10)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a value becomes stale, and is then loaded again`() async {
    let load = Load(source, staleAfter: .seconds(5), clock: clock)
    let staleness = Tracker { _ = load.isStale }
    for round in 0...1 {
      load.load()
      await settle(.success(round))
      #expect(load.load().got == round && !load.isStale && staleness.changes == 2 * round)
      await clock.run(for: .seconds(5))
      await turn()
      #expect(load.isStale && !load.isLoading && staleness.changes == 2 * round + 1)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `another source replaces the load, and keeps the value as a stale one`() async throws {
    let load = Load(.future { Promise(value: 10) })
    #expect(load.load().got == 10 && load.value == 10)
    let old = load.load(source)
    let call = load.load(.task { try await Promise(value: 20).value })
    #expect(load.value == 10 && load.isStale && load.isLoading && old.isDiscarded)
    #expect(try await call.value == 20)
    #expect(load.value == 20 && !load.isStale)
    cache.insert(30, for: 1)
    #expect(load.load(key).got == 30 && load.value == 30)
    #expect(load.load(.future { throw Broken() }).failure is Broken)
    cache.insert(31, for: 1)
    await turn()
    #expect(load.value == 30 && load.isStale && load.error is Broken)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a removed value is stale, and a refresh does not wait for what came before`() async {
    let load = Load(key)
    load.load()
    await settle(.success(10))
    cache.remove(1)
    await turn()
    #expect(load.value == 10 && load.isStale)
    let (call, old) = (load.load(), work[1])
    cache.remove(1)
    #expect(load.refresh() === call && old.isDiscarded && work.started == [1, 1, 1])
    await settle(.success(11))
    #expect(call.got == 11 && load.value == 11 && !load.isStale)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `what ends on another thread is shown`() async {
    let loads = [Load(source), Load(key), Load(source, debounce: .nanoseconds(1))]
    for number in 1...600 {
      let (load, count) = (loads[number % 3], work.started.count)
      let call = load.refresh()
      let ending = Task.detached { [work] in
        while work.started.count == count { await Task.yield() }
        work[1].settle(with: number % 2 == 0 ? .success(number) : .failure(Broken()))
      }
      _ = try? await call.value
      await ending.value
      #expect(!load.isLoading && (number % 2 == 0 ? load.value == number : load.error is Broken))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `observers may call the load`() {
    let calls: [@MainActor @Sendable (Load<Int>) -> Void] = [
      { $0.discard() }, { $0.load() }, { $0.refresh() },
    ]
    for call in calls {
      let load = Load(.future { Promise(value: 1) })
      withObservationTracking {
        _ = load.value
      } onChange: {
        MainActor.assumeIsolated { call(load) }
      }
      #expect(load.load().got == 1 && load.value == 1 && !load.isLoading)
    }
    let load = Load(source)
    withObservationTracking {
      _ = load.isLoading
    } onChange: {
      MainActor.assumeIsolated { load.discard() }
    }
    #expect(load.load().isDiscarded && work[1].isDiscarded && !load.isLoading)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `sources, handlers of calls, and what a load releases may call it`() {
    let load = Load<Int>()
    let discarding = LoadSource.future { [work, weak load] in
      load?.discard()
      return work.start(1)
    }
    #expect(load.load(discarding).isDiscarded && work[1].isDiscarded && !load.isLoading)

    let life = Life { MainActor.assumeIsolated { _ = load.load() } }
    let kept = LoadSource.future { [work, life] in withExtendedLifetime(life) { work.start(2) } }
    let first = load.load(kept)
    first.catch { _ in
      MainActor.assumeIsolated { _ = load.load(.future { Promise(value: 2) }) }
    }
    #expect(load.load(.future { Promise(value: 3) }).isDiscarded && load.value == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a load that its producer forgets fails`() async {
    for source in [.future { Promise() }, .key(1, in: cache) { Promise() }] as [LoadSource<Int>] {
      let load = Load(source)
      let call = load.load()
      await turn()
      #expect(call.failure is BrokenPromiseError && load.error != nil && !load.isLoading)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a value that the cache had no room for is not stale`() async {
    let small = SingleFlight<Int, Int>(limit: 1)
    let loads = (0...1).map { key in Load(.key(key, in: small) { [work] in work.start(key) }) }
    for load in loads { load.load() }
    for key in 0...1 { work[key].resolve(key) }
    await turn()
    #expect(loads.map(\.value) == [0, 1] && loads.allSatisfy { !$0.isStale })
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `views share an error that the cache keeps, until one refreshes`() async {
    let cache = SingleFlight<Int, Int>(cachesErrors: true)
    let views = (0...2).map { _ in Load(.key(1, in: cache) { [work] in work.start(1) }) }
    views[0].load()
    await settle(.failure(Broken()))
    #expect(views.allSatisfy { $0.load().failure is Broken } && work.started == [1])
    let refresh = views[1].refresh()
    #expect(refresh.isPending && views[1].isLoading && work.started == [1, 1])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test(arguments: [true, false])
  func `a clock that fails, or stands still, is asked once for each value`(isFailing: Bool) async {
    let clock = StandingClock(isFailing: isFailing)
    let load = Load(.future { Promise(value: 1) }, staleAfter: .seconds(60), clock: clock)
    load.load()
    for _ in 0...20 { await turn() }
    #expect(clock.sleeps.count <= 1 && load.value == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `an invalid argument is shown, and rejects each call`() {
    let negative = [Load(source, staleAfter: .seconds(-1)), Load(key, debounce: .seconds(-1))]
    #expect(negative.allSatisfy { $0.error is ArgumentError })
    for load in negative + [Load()] {
      #expect(load.load().failure is ArgumentError && load.refresh().failure is ArgumentError)
      #expect(load.error is ArgumentError && !load.isLoading)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a hundred views share a request, and the last one stops it`() {
    var views = (1...100).map { _ in Load(key) }
    for view in views { view.load() }
    views.removeLast(99)
    #expect(work.started == [1] && work[1].isPending)
    views = []
    #expect(work[1].isDiscarded && cache.isIdle)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a refresh notifies each view once of its value`() async {
    cache.insert(10, for: 1)
    let views = (1...100).map { _ in Load(key) }
    for view in views { view.load() }
    let values = views.map { view in Tracker { _ = view.value } }
    let all = Tracker { _ = (views[0].value, views[0].error, views[0].isLoading, views[0].isStale) }
    let others = Tracker { _ = (views[0].error, views[0].isStale) }

    for round in 1...2 {
      views[0].refresh()
      #expect(all.changes == 2 * round - 1 && values[0].changes == round - 1)
      await turn()
      await settle(.success(10))
      await turn()
      #expect(values.allSatisfy { $0.changes == round } && all.changes == 2 * round)
    }
    cache.insert(12, for: 1)
    await turn()
    #expect(views.allSatisfy { $0.value == 12 && !$0.isLoading } && others.changes == 0)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a release on another thread stops the work while the main actor is busy`() {
    for source in [source, key] {
      let load = Locked<Load<Int>?>(Load(source))
      let call = load.value?.load()
      // The main actor runs this test meanwhile.
      onThread { load.value = nil }
      #expect(work[1].isDiscarded && call?.isDiscarded == true && cache.isIdle)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `nothing leaks after ten thousand appearances`() async {
    let cage = Cage(weight: 1)
    for number in 1...10_000 {
      let canary = cage.canary()
      let source = LoadSource.key(number % 2, in: cache) { [work] in
        withExtendedLifetime(canary) { work.start(1) }
      }
      let load = Load(source, staleAfter: .seconds(1), clock: clock)
      load.load()
      // The views of one key show a value, which ages, and those of the other a spinner.
      if number % 100 == 0 { cache.insert(number, for: 0) }
    }
    await turn()
    #expect(cage.living == 0 && cage.hatched == 10_000 && cache.isIdle)
    await clock.waitForSleepers(0)
  }
}

/// Counts the changes of what a closure reads; registers again in the turn after each.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor private final class Tracker {
  private(set) var changes = 0
  private let read: @MainActor () -> Void

  init(_ read: @escaping @MainActor () -> Void) {
    self.read = read
    track()
  }

  private func track() {
    withObservationTracking(read) { [weak self] in
      guard let self else { return }
      MainActor.assumeIsolated { self.changes += 1 }
      Task { @MainActor in self.track() }
    }
  }
}

/// A clock whose time does not pass, and whose sleeps end at once.
private struct StandingClock: Clock {
  let isFailing: Bool
  let sleeps = Log<Void>()
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero

  func sleep(until _: ContinuousClock.Instant, tolerance _: Duration?) async throws {
    sleeps.add()
    if isFailing { throw Broken() }
  }
}
