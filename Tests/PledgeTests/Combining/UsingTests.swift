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
    using(acquire, release: release) { [events] number in
      events.add("use \(number)")
      return work
    }
  }

  @Test func `uses the resource, then releases it, then delivers the outcome`() {
    let acquire = Promise<Int>()
    let work = Promise<String>()
    let promise = use(acquire, for: work)
    promise.observe { [events] _ in events.add("handler") }

    acquire.resolve(7)
    #expect(events.entries == ["use 7"])
    work.resolve("done")

    #expect(events.entries == ["use 7", "release 7", "handler"])
    #expect(promise.got == "done")
  }

  @Test func `releases the resource when the work fails`() {
    let promise = use(Promise(value: 7), for: Promise<Int>(error: Broken()))

    #expect(events.entries == ["use 7", "release 7"])
    #expect(promise.broken == Broken())
  }

  @Test func `releases the resource when the body throws`() {
    let promise = using(Promise(value: 7), release: release) { number -> Future<Int> in
      throw Broken(number: number)
    }

    #expect(events.entries == ["release 7"])
    #expect(promise.broken == Broken(number: 7))
  }

  @Test func `releases the resource when the work is discarded elsewhere`() {
    let work = Promise<Int>()
    let promise = use(Promise(value: 7), for: work)

    work.discard()

    #expect(events.entries == ["use 7", "release 7"])
    #expect(promise.isDiscarded)
  }

  @Test func `a resource that is not acquired is neither used nor released`() {
    let lost = use(Promise<Int>.pending().promise, for: Promise(value: 1))
    let failed = use(Promise(error: Broken()), for: Promise(value: 1))

    #expect(events.entries == [])
    #expect(lost.failure is BrokenPromiseError)
    #expect(failed.broken == Broken())
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
  @Test func `discarded during the work, it stops the work, then releases the resource`() {
    let work = Promise<Int>(discard: { [events] in events.add("stop") })
    let promise = use(Promise(value: 7), for: work)
    let end = promise.map { $0 }

    end.discard()

    #expect(events.entries == ["use 7", "stop", "release 7"])
    #expect(promise.isDiscarded)
  }

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

  @Test func `discarded during the acquisition, it does not stop the acquisition`() {
    let acquire = Promise<Int>(discard: { [events] in events.add("stop") })
    let opened = acquire.map { $0 + 1 }
    let other = opened.map { $0 }

    use(opened, for: Promise(value: 1)).map { $0 }.discard()
    other.discard()
    #expect(acquire.isPending)
    acquire.resolve(6)

    #expect(events.entries == ["release 7"])
  }

  @Test(arguments: [true, false])
  func `a resource that arrives nevertheless is released`(hasOtherConsumer: Bool) {
    let source = Promise<Int>()
    let acquire = hasOtherConsumer ? source.map { $0 } : source
    let other = hasOtherConsumer ? acquire.map { $0 } : nil
    let promise = use(acquire, for: Promise(value: 1))

    promise.discard()
    #expect(promise.isDiscarded)
    #expect(events.entries == [])
    source.resolve(7)

    #expect(events.entries == ["release 7"])
    #expect(other?.got == (hasOtherConsumer ? 7 : nil))
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

  @Test func `an acquisition discarded by its owner leaves nothing to release`() {
    let (acquire, resolver) = Promise<Int>.pending()
    let promise = use(acquire, for: Promise(value: 1))

    acquire.discard()
    let isTaken = resolver.resolve(7)

    #expect(!isTaken)
    #expect(promise.isDiscarded)
    #expect(events.entries == [])
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
  @Test func `a broken acquisition rejects it`() {
    let promise = use(Promise<Int>(), for: Promise(value: 1))

    #expect(promise.failure is BrokenPromiseError)
    #expect(events.entries == [])
  }

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
