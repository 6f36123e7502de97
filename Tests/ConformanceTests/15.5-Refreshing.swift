import Pledge
import PledgeTestSupport
import Testing

@Suite("15.5 `SingleFlight`: refreshing", .hangLimit)
struct Refreshing {
  private let clock = ManualClock()
  private let work = Work()
  private let flights: SingleFlight<Int, Int>

  init() {
    flights = SingleFlight(expiry: .seconds(10), refreshAfter: .seconds(4), clock: clock)
  }

  /// Requests key 1, whose load is numbered `load`.
  private func ask(load: Int) -> Promise<Int> {
    flights.value(for: 1) { work.start(load) }
  }

  /// Keeps the value 10 of key 1, and starts to refresh it as load 2 at the given age.
  private func beginRefresh(atAge age: Int = 4) {
    flights.insert(10, for: 1)
    clock.advance(by: .seconds(age))
    #expect(ask(load: 2).got == 10)
  }

  @Test func `15.5.1 A request for a value that is due returns the value and starts a load`() {
    flights.insert(10, for: 1)
    clock.advance(by: .seconds(3))
    #expect(ask(load: 1).got == 10)
    #expect(work.started == [])
    clock.advance(by: .seconds(1))

    #expect(ask(load: 2).got == 10)
    #expect(work.started == [2])
    work[2].discard()
  }

  @Test func `15.5.2 At most one load refreshes a value at a time`() {
    beginRefresh()

    #expect(ask(load: 3).got == 10)
    #expect(ask(load: 4).got == 10)

    #expect(work.started == [2])
    clock.advance(by: .seconds(3))
    #expect(ask(load: 5).got == 10)
    #expect(work.started == [2])
    clock.advance(by: .seconds(1))

    // The refresh takes too long.
    #expect(ask(load: 6).got == 10)
    #expect(work.started == [2, 6])
    #expect(work[2].isDiscarded)
    work[6].resolve(60)
    #expect(flights.cachedValue(for: 1) == 60)
  }

  @Test func `15.5.3 The value of a refresh replaces the old one when it arrives`() {
    beginRefresh()
    clock.advance(by: .seconds(5))

    work[2].resolve(20)
    #expect(ask(load: 3).got == 20)
    clock.advance(by: .seconds(3))
    #expect(ask(load: 3).got == 20)
    #expect(work.started == [2])
    clock.advance(by: .seconds(1))

    #expect(ask(load: 3).got == 20)
    #expect(work.started == [2, 3])
    work[3].discard()
  }

  @Test func `15.5.4 A refresh that fails keeps the old value until it expires`() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        let test = Refreshing()
        test.beginRefresh()

        test.work[2].reject(Broken())
        test.clock.advance(by: .seconds(5))
        #expect(test.ask(load: 3).got == 10)
        #expect(test.flights.value(for: 1) { throw Broken() }.got == 10)
        test.work[3].reject(Broken())
        test.clock.advance(by: .seconds(1))

        #expect(test.flights.cachedValue(for: 1) == nil)
        #expect(test.ask(load: 4).isPending)
        #expect(test.work.started == [2, 3, 4])
        test.work[4].resolve(40)
      }
      #expect(reports.isEmpty)
    }
  }

  @Test func `15.5.5 If the value expires first, requests wait for the refresh`() {
    beginRefresh(atAge: 7)
    clock.advance(by: .seconds(3))

    var waiters = [ask(load: 3), ask(load: 4)]
    #expect(waiters.allSatisfy { $0.isPending })
    // Unlike one for which no request waits (15.5.2), it may take any time.
    clock.advance(by: .seconds(100))
    waiters.append(ask(load: 5))
    #expect(work.started == [2])
    work[2].resolve(20)

    #expect(waiters.map(\.got) == [20, 20, 20])
    #expect(flights.cachedValue(for: 1) == 20)
  }

  @Test func `15.5.6 A refresh belongs to the cache`() {
    beginRefresh(atAge: 7)
    clock.advance(by: .seconds(3))

    for waiter in [ask(load: 3), ask(load: 4)] { waiter.discard() }
    #expect(work[2].isPending)
    work[2].resolve(20)

    #expect(flights.cachedValue(for: 1) == 20)
  }

  @Test
  func `15.5.7 A refresh does not change a key that is removed or inserted during the refresh`() {
    let changes: [(SingleFlight<Int, Int>) -> Void] = [
      { $0.remove(1) }, { $0.removeAll() }, { $0.insert(30, for: 1) },
    ]
    for (change, kept) in zip(changes, [nil, nil, 30]) {
      // Without a waiter, the refresh is discarded.
      beginRefresh()
      change(flights)
      #expect(work[2].isDiscarded)
      #expect(flights.cachedValue(for: 1) == kept)

      // With a waiter, it continues.
      beginRefresh(atAge: 7)
      clock.advance(by: .seconds(3))
      let waiter = ask(load: 3)
      change(flights)
      #expect(work[2].isPending)
      work[2].resolve(20)
      #expect(waiter.got == 20)
      #expect(flights.cachedValue(for: 1) == kept)
    }
  }
}
