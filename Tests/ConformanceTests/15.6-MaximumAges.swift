import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite("15.6 and 15.7 `SingleFlight`: maximum ages, and observing keys", .hangLimit)
struct MaximumAges {
  private let clock = ManualClock()
  private let work = Work()
  private let flights: SingleFlight<Int, Int>

  init() { flights = SingleFlight(expiry: .seconds(10), clock: clock) }

  /// Requests key 1, whose load is numbered `load`.
  private func ask(maxAge: Duration? = nil, load: Int) -> Promise<Int> {
    flights.value(for: 1, maxAge: maxAge) { work.start(load) }
  }

  @Test func `15.6.1 A request with maxAge does not return an outcome whose age has reached it`() {
    flights.insert(10, for: 1)
    clock.advance(by: .seconds(3))

    #expect(ask(maxAge: .seconds(4), load: 1).got == 10)
    let waiters = [ask(maxAge: .seconds(3), load: 2), ask(maxAge: .zero, load: 3)]
    #expect(work.started == [2])
    work[2].resolve(20)
    #expect(waiters.map(\.got) == [20, 20])
    #expect(ask(maxAge: .seconds(-1), load: 4).isPending && work.started == [2, 4])
  }

  @Test func `15.6.2 Other requests return the old value until the new one arrives`() {
    flights.insert(10, for: 1)
    clock.advance(by: .seconds(9))
    ask(maxAge: .zero, load: 2).ignoringErrors()

    #expect(ask(load: 3).got == 10)
    work[2].resolve(20)
    clock.advance(by: .seconds(9))
    #expect(ask(load: 4).got == 20 && work.started == [2])
  }

  @Test func `15.6.3 The error of such a load is received by the requests that wait for it`() {
    flights.insert(10, for: 1)
    let refreshes = [ask(maxAge: .zero, load: 2), ask(maxAge: .zero, load: 3)]

    work[2].reject(Broken())
    #expect(refreshes.allSatisfy { $0.failure is Broken } && ask(load: 4).got == 10)
    clock.advance(by: .seconds(10))
    #expect(flights.cachedValue(for: 1) == nil)
  }

  @Test func `15.6.4 Such a load belongs to its requests`() {
    flights.insert(10, for: 1)
    let refreshes = [ask(maxAge: .zero, load: 2), ask(maxAge: .zero, load: 3)]

    refreshes[0].discard()
    #expect(work[2].isPending)
    refreshes[1].discard()
    #expect(work[2].isDiscarded && ask(load: 4).got == 10)
  }

  @Test("15.7.1 An observer of a key is called after each value that is loaded or inserted for it")
  func clause15_7_1() {
    let found = Log<Int?>()
    let waiter = ask(load: 1)
    flights.onChange(of: 1) { [weak flights] in
      found.add(flights?.cachedValue(for: 1))
      #expect(!waiter.isPending)
    }

    work[1].resolve(10)
    flights.insert(20, for: 1)
    flights.insert(30, for: 2)
    flights.remove(1)
    ask(load: 2).ignoringErrors()
    work[2].reject(Broken())
    flights.insert(40, for: 1)
    clock.advance(by: .seconds(10))
    flights.removeAll()
    #expect(found.entries == [10, 20, nil, 40, nil])
  }

  @Test func `15.7.2 An observer is released when its promise is discarded or settled`() {
    let (cage, calls, last) = (Cage(), Log<Int>(), Locked<Promise<Void>?>(nil))
    var flights: SingleFlight<Int, Int>? = SingleFlight()
    let observations = (0..<4).compactMap { number in
      flights?.onChange(of: 1) { [canary = cage.canary()] in
        withExtendedLifetime(canary) { calls.add(number) }
      }
    }

    observations[1].discard()
    observations[2].resolve()
    #expect(cage.living == 2)
    flights?.onChange(of: 1) { last.value?.discard() }
    last.value = flights?.onChange(of: 1) { calls.add(4) }
    flights?.insert(10, for: 1)
    #expect(calls.entries == [0, 3] && observations[0].isPending)
    flights = nil
    #expect(cage.living == 0 && observations[0].isDiscarded)
  }

  @Test func `15.7.3 An observer finds the value for which it is called, or a newer one`() {
    let newest = Locked((value: -1, revision: 0))
    flights.onChange(of: 1) { [weak flights] in
      guard let entry = flights?.entry(for: 1) else { return }
      newest.withLock { if entry.revision > $0.revision { $0 = (entry.value, entry.revision) } }
    }

    concurrently(4) { thread in
      for number in 0..<100 { flights.insert(100 * thread + number, for: 1) }
    }
    #expect(newest.value.value == flights.cachedValue(for: 1))
    clock.advance(by: .seconds(4))
    #expect(flights.entry(for: 1)?.age == .seconds(4) && flights.entry(for: 2) == nil)
  }
}
