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

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private func loaded(
    _ value: Int = 10,
    staleAfter: Duration? = nil,
    overlap: LoadOverlap = .join
  ) async throws -> Load<Int> {
    let load = Load(
      .future { [work] in work.start(1) },
      staleAfter: staleAfter,
      overlap: overlap,
      clock: clock
    )
    let call = load.load()
    work[1].resolve(value)
    _ = try await call.value
    return load
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a value that is there is shown at once, without loading`() {
    let cache = SingleFlight<Int, Int>()
    cache.insert(10, for: 1)
    let load = Load(.key(1, in: cache) { Promise(error: Broken()) }, debounce: .seconds(1))
    let spinner = Tracker { _ = load.isLoading }

    #expect(load.load().got == 10)
    #expect(load.value == 10 && !load.isLoading)
    #expect(spinner.changes == 0)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a failure keeps the value until the next one`() async throws {
    let load = try await loaded()
    let failing = load.refresh()
    #expect(load.value == 10 && load.isLoading)
    work[1].reject(Broken())
    #expect((try? await failing.value) == nil)
    #expect(load.value == 10 && load.error is Broken && !load.isLoading)

    let call = load.refresh()
    #expect(load.error is Broken)
    work[1].resolve(11)
    #expect(try await call.value == 11)
    #expect(load.value == 11 && load.error == nil)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a call joins or replaces the one in progress`() async throws {
    let joining = try await loaded()
    let calls = [joining.refresh(), joining.load()]
    #expect(calls[0] === calls[1] && work.started == [1, 1])
    joining.discard()
    #expect(calls[0].isDiscarded && work[1].isDiscarded && joining.value == 10)

    let replacing = try await loaded(overlap: .replace)
    let (first, request) = (replacing.refresh(), work[1])
    #expect(first.isPending && request !== work.promises.first)
    let second = replacing.refresh()
    #expect(first.isDiscarded && request.isDiscarded && second.isPending && replacing.isLoading)
    work[1].resolve(12)
    #expect(try await second.value == 12)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a load starts when the calls have paused`() async throws {
    let load = Load(.future { [work] in work.start(1) }, debounce: .seconds(3), clock: clock)
    load.load()
    clock.advance(by: .seconds(2))
    let call = load.load()
    #expect(load.isLoading)
    await clock.run(for: .seconds(2))
    #expect(work.started == [])
    await clock.run(for: .seconds(1))
    await turn()
    #expect(work.started == [1])
    #expect(load.load() === call)
    work[1].resolve(10)
    #expect(try await call.value == 10)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a value becomes stale, and is then loaded again`() async throws {
    let load = try await loaded(staleAfter: .seconds(5))
    let staleness = Tracker { _ = load.isStale }
    #expect(load.load().got == 10)
    await clock.run(for: .seconds(5))
    await turn()
    #expect(load.isStale && !load.isLoading && staleness.changes == 1)

    let call = load.load()
    #expect(load.isStale && load.isLoading)
    work[1].resolve(11)
    #expect(try await call.value == 11)
    #expect(!load.isStale && staleness.changes == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `another source keeps the value as a stale one`() async throws {
    let load = try await loaded()
    let call = load.load(.task { try await Promise(value: 20).value })
    #expect(load.value == 10 && load.isStale && load.isLoading)
    #expect(try await call.value == 20)
    #expect(load.value == 20 && !load.isStale)
    #expect(load.load(.future { throw Broken() }).failure is Broken)
    #expect(load.value == 20 && load.isStale && load.error is Broken)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `an invalid argument is shown, and rejects each call`() {
    let source = LoadSource.future { Promise(value: 1) }
    let loads = [
      Load(source, staleAfter: .seconds(-1)), Load(source, debounce: .seconds(-1)), Load<Int>(),
    ]
    for load in loads {
      #expect(load.load().failure is ArgumentError && load.refresh().failure is ArgumentError)
      #expect(load.error is ArgumentError && !load.isLoading)
    }
    #expect(Load(source, staleAfter: .seconds(-1)).error is ArgumentError)
  }

  // MARK: - Notifications

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a refresh notifies once at its start and once at its end`() async throws {
    let load = try await loaded()
    let all = Tracker { _ = (load.value, load.error, load.isLoading, load.isStale) }
    let values = Tracker { _ = load.value }
    let others = Tracker { _ = (load.error, load.isStale) }
    for round in 1...2 {
      let call = load.refresh()
      #expect(all.changes == 2 * round - 1 && values.changes == round - 1)
      await turn()
      work[1].resolve(10)
      _ = try await call.value
      await turn()
      #expect(all.changes == 2 * round && values.changes == round && others.changes == 0)
    }
  }

  // MARK: - Many views

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a hundred views share a request, and the last one stops it`() async throws {
    let cache = SingleFlight<Int, Int>()
    var views = (1...100).map { _ in Load(.key(1, in: cache) { [work] in work.start(1) }) }
    for view in views { view.load() }
    views.removeLast(99)
    #expect(work.started == [1] && work[1].isPending)
    views = []
    #expect(work[1].isDiscarded)
    #expect(cache.isIdle)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a refresh is shown by all views, once`() async throws {
    let cache = SingleFlight<Int, Int>()
    cache.insert(10, for: 1)
    let views = (1...100).map { _ in Load(.key(1, in: cache) { [work] in work.start(1) }) }
    for view in views { view.load() }
    let values = views.map { view in Tracker { _ = view.value } }
    let all = Tracker { _ = (views[0].value, views[0].error, views[0].isLoading, views[0].isStale) }

    let call = views[0].refresh()
    await turn()
    work[1].resolve(11)
    _ = try await call.value
    await turn()
    #expect(views.allSatisfy { $0.value == 11 && !$0.isLoading })
    #expect(values.allSatisfy { $0.changes == 1 } && all.changes == 2)
    cache.insert(12, for: 1)
    await turn()
    #expect(views.allSatisfy { $0.value == 12 } && work.started == [1])
  }

  // MARK: - Lifetime

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `a release on another thread stops the work while the main actor is busy`() {
    let cache = SingleFlight<Int, Int>()
    let start = { @MainActor @Sendable [work] in work.start(1) as Future<Int> }
    for source in [LoadSource.future(start), .key(1, in: cache, start)] {
      let load = Locked<Load<Int>?>(Load(source))
      let call = load.value?.load()
      // The main actor runs this test meanwhile.
      onThread { load.value = nil }
      #expect(work[1].isDiscarded && call?.isDiscarded == true)
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `nothing leaks after ten thousand appearances`() async {
    let (cage, cache) = (Cage(weight: 1), SingleFlight<Int, Int>(clock: clock))
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

/// Lets the main actor do everything that it has to do.
@MainActor private func turn() async {
  await Task.detached { @MainActor in }.value
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
      MainActor.assumeIsolated { self?.changes += 1 }
      Task { @MainActor in self?.track() }
    }
  }
}
