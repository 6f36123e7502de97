import Pledge
import PledgeTestSupport
import Testing

struct UsingTests {
  private let events: Log<String>
  private let release: @Sendable (Int) -> Void

  init() {
    let events = Log<String>()
    self.events = events
    release = { events.add("release \($0)") }
  }

  /// Uses the resource from `acquire` for `work`, and records the events.
  private func use<Value>(_ acquire: Future<Int>, for work: Future<Value>) -> Promise<Value> {
    using(acquire, release: release) { [events] number in events.pass(work, "use \(number)") }
  }

  @Test func `resources are released in the reverse order`() {
    let promise = using(Promise(value: 1), release: release) { _ in
      use(Promise(value: 2), for: Promise(value: "done"))
    }

    #expect(events.entries == ["use 2", "release 2", "release 1"])
    #expect(promise.got == "done")
  }

  @Test func `a cycle is an error, and releases the resource`() {
    let slot = Locked<Promise<Int>?>(nil)
    let acquire = Promise<Int>()
    let promise = using(acquire, release: release) { number in
      slot.value ?? Promise(value: number)
    }
    slot.value = promise

    acquire.resolve(7)

    #expect(promise.failure is CycleError)
    #expect(events.entries == ["release 7"])
    slot.value = nil
  }
}

// MARK: - Discarding

extension UsingTests {
  @Test func `work with other consumers continues without the resource`() {
    let work = Promise<Int>(discard: {})
    let other = work.map { $0 }

    use(Promise(value: 7), for: work).discard()
    #expect(events.entries == ["use 7", "release 7"])
    work.resolve(1)

    #expect(other.got == 1)
  }

  @Test func `discarded in the body, it releases the resource when the body returns`() {
    let slot = Locked<Promise<Int>?>(nil)
    let acquire = Promise<Int>()
    let work = Promise<Int>(discard: { [events] in events.add("stop") })
    let promise = using(acquire, release: release) { [events] _ in
      slot.value?.discard()
      events.add("return")
      return work
    }
    slot.value = promise

    acquire.resolve(7)

    #expect(events.entries == ["return", "stop", "release 7"])
    #expect(promise.isDiscarded)
    slot.value = nil
  }

  @Test func `an acquired resource whose use has not started is released`() {
    let acquire = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    acquire.observe { [events] _ in
      events.add("come")
      slot.value?.discard()
    }
    slot.value = use(acquire, for: Promise(value: 1))

    acquire.resolve(7)

    #expect(events.entries == ["come", "release 7"])
    #expect(slot.value?.isDiscarded == true)
    slot.value = nil
  }

  @Test func `discarded during the acquisition, it releases the body`() {
    let cage = Cage()
    let acquire = Promise<Int>()
    do {
      let canary = cage.canary()
      using(acquire, release: release) { number in
        withExtendedLifetime(canary) { Promise(value: number) }
      }.discard()
    }
    #expect(cage.living == 0)

    acquire.resolve(7)

    #expect(events.entries == ["release 7"])
  }
}

// MARK: - Failing acquisitions

extension UsingTests {
  @Test func `an acquisition broken after a discard is not reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      do {
        let acquire = Promise<Int>()
        using(acquire, release: { _ in }, { Promise(value: $0) }).discard()
      }
      do {
        let acquire = Promise<Int>()
        using(acquire, release: { _ in }, { Promise(value: $0) }).discard()
        acquire.reject(Broken())
      }
      #expect(reports.entries == [])
    }
  }

  @Test func `a rejected acquisition is reported once, by the stage`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      _ = using(Promise<Int>(error: Broken(number: 1)), release: { _ in }, { Promise(value: $0) })
      let acquire = Promise<Int>()
      _ = using(acquire, release: { _ in }, { Promise(value: $0) })
      acquire.reject(Broken(number: 2))

      #expect(reports.entries == ["Broken(number: 1)", "Broken(number: 2)"])
    }
  }
}
