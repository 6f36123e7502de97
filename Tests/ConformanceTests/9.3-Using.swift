import Pledge
import PledgeTestSupport
import Testing

@Suite("9.3 `using`", .hangLimit)
struct UsingResources {
  private let log = Log<String>()

  @Test func `9.3.1 using passes the resource to its body`() {
    expectAdoption { source, returned in using(source, release: { _ in }) { _ in returned } }
    expectStage(of: 1, gives: 2) { using($0, release: { _ in }) { Promise(value: $0 + 1) } }
  }

  @Test(arguments: everyWay)
  func `9.3.2 The resource is released when that promise has settled`(way: Way) {
    let work = Promise<Int>()
    let result = way.resolve(7) { using($0, release: { log.add("release \($0)") }) { _ in work } }
    result.observe { _ in log.add("handler") }
    #expect(log.entries == [])

    work.resolve(1)

    #expect(log.entries == ["release 7", "handler"])
    #expect(result.got == 1)
  }

  @Test func `9.3.3 If the body throws, the resource is released`() {
    let log = Log<Int>()

    expectStage(of: 7, throws: Broken()) { promise in
      using(promise, release: { log.add($0) }) { _ -> Future<Int> in throw Broken() }
    }
    #expect(log.entries == [7, 7, 7])
  }

  @Test func `9.3.4 If the resource is not acquired, neither closure runs`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { promise in
      using(promise, release: { _ in log.add("release") }) { number in
        log.pass(Promise(value: number), "body")
      }
    }
    #expect(log.entries == [])
  }

  @Test(
    "9.3.5 Discarding it or settling it explicitly stops the work of its body",
    arguments: ManualSettlement.allCases
  )
  func clause9_3_5(manual: ManualSettlement) {
    for way in everyWay {
      let log = Log<String>()
      let work = Promise<Int>(discard: { log.add("stop") })
      let result = way.resolve(7) { using($0, release: { _ in log.add("release") }) { _ in work } }
      result.observe { _ in log.add("handler") }

      manual.settle(result)

      #expect(log.entries == ["stop", "release", "handler"])
      #expect(manual.hasSettled(result))
    }
  }

  @Test(
    "9.3.6 If `using` ends before the resource arrives, the acquisition continues",
    arguments: ManualSettlement.allCases
  )
  func clause9_3_6(manual: ManualSettlement) {
    let body: @Sendable (Int) -> Future<Int> = { number in
      log.pass(Promise(value: number), "body")
    }
    let stoppable = Promise<Int>(discard: { log.add("stop") })
    let plain = Promise<Int>()
    let results = [
      using(stoppable, release: { log.add("release \($0)") }, body),
      using(plain, release: { log.add("release \($0)") }, body),
    ]

    for result in results { manual.settle(result) }
    #expect(log.entries == [])
    #expect(results.allSatisfy { manual.hasSettled($0) })
    #expect(stoppable.isPending)
    plain.resolve(7)
    stoppable.resolve(8)

    #expect(log.entries == ["release 7", "release 8"])
  }

  @Test(arguments: everyWay)
  func `9.3.7 If the promise of the body is broken, the resource is released`(way: Way) {
    let log = Log<Int>()
    let result = way.resolve(7) { promise in
      using(promise, release: { log.add($0) }) { _ in Promise<Int>.pending().promise }
    }

    #expect(log.entries == [7])
    #expect(result.failure is BrokenPromiseError)
  }

  @Test(
    "9.3.8 A resource that has arrived is released exactly once, regardless of threads",
    arguments: ManualSettlement.allCases
  )
  func clause9_3_8(manual: ManualSettlement) {
    let wrong = wrongReleases(against: manual) { using($0, release: $1, $2) }

    #expect(wrong == 0)
  }

  @Test(
    "9.3.9 It makes no difference how the resource is acquired",
    arguments: Acquisition.all,
    ManualSettlement.allCases
  )
  func clause9_3_9(acquisition: Acquisition, manual: ManualSettlement) {
    // Settles before or during the opening of the resource, and then concurrently with it.
    for isOpening in [false, true] {
      let opening = Opening(acquisition)
      if !isOpening { manual.settle(opening.result) }
      opening.proceed { if isOpening { manual.settle(opening.result) } }

      #expect(opening.released.entries == [7])
      #expect(manual.hasSettled(opening.result))
    }
    let wrong = raced(
      rounds: 100,
      sharing: Opening(acquisition),
      [{ $0.proceed {} }, { manual.settle($0.result) }]
    ) { opening in
      opening.released.entries == [7] && opening.result.result != nil
    }
    #expect(wrong == 0)
  }

  @Test func `9.3.10 using does not retain the acquisition`() {
    var acquire: Promise<Int>? = Promise()
    let result = acquire.map { acquire in
      using(acquire, release: { _ in log.add("release") }) { number in
        log.pass(Promise(value: number), "body")
      }
    }
    #expect(result?.isPending == true)

    acquire = nil

    #expect(result?.failure is BrokenPromiseError)
    #expect(log.entries == [])
  }
}

/// A resource, and a result that uses it immediately.
private final class Opening: Sendable {
  let released = Log<Int>()
  let result: Promise<Int>
  private let rest: @Sendable () -> Void
  private let meanwhile = Locked<(@Sendable () -> Void)?>(nil)

  init(_ acquisition: Acquisition) {
    let (resource, proceed) = acquisition.begin { [meanwhile] in
      meanwhile.value?()
      return 7
    }
    result = using(resource, release: { [released] in released.add($0) }, { Promise(value: $0) })
    rest = proceed
  }

  /// Opens the resource, and calls `body` while it is being opened.
  func proceed(_ body: @escaping @Sendable () -> Void) {
    meanwhile.value = body
    rest()
    meanwhile.value = nil
  }
}
