import Pledge
import PledgeTestSupport
import Testing

@Suite("9.5 The order of cleanup", .hangLimit)
struct OrderOfCleanup {
  private let work = Promise<Int>()
  private let log = Log<String>()

  @Test(
    "9.5.1 A cleanup that runs because of a discard waits for the asynchronous ones above it",
    arguments: AsynchronousCleanup.allCases,
    OuterCleanup.allCases
  )
  func clause9_5_1(kind: AsynchronousCleanup, outer: OuterCleanup) {
    for manual in ManualSettlement.allCases {
      for isRunning in [false, true] {
        let log = Log<String>()
        let work = Promise<Int>(discard: {})
        let inner = InnerWork(kind, of: work)
        let result = outer.cleanUp(inner.promise.map { $0 }) { log.add("outer") }
        result.observe { _ in log.add("handler") }
        if isRunning { work.resolve(1) }

        manual.settle(result)
        #expect(manual.hasSettled(result))
        #expect(log.entries == ["handler"])
        inner.end()

        #expect(log.entries == ["handler", "outer"])
      }
    }
  }

  @Test func `9.5.2 It makes no difference how an asynchronous cleanup ends`() async {
    await #expect(processExitsWith: .success) {
      let work = Promise<Int>()
      defer { withExtendedLifetime(work) {} }
      let log = Log<Int>()
      let ends: [@Sendable (Promise<Void>) -> Void] = [
        { $0.resolve() }, { $0.reject(Broken(number: 1)) }, { $0.discard() },
      ]
      let reports = await reports {
        for (index, end) in ends.enumerated() {
          let cleanup = Promise<Void>()
          work.ensureThen { cleanup }.ensure { log.add(index) }.discard()
          #expect(log.count == index)
          end(cleanup)
        }
        work.ensureThen { Promise<Void>.pending().promise }
          .ensure { log.add(3) }.discard()
        work.ensureThen { () -> Future<Void> in throw Broken(number: 2) }
          .ensure { log.add(4) }.discard()
      }
      #expect(log.entries == [0, 1, 2, 3, 4])
      #expect(reports.compactMap { ($0.error as? Broken)?.number } == [1, 2])
    }
  }

  @Test func `9.5.3 The cleanups below a combination wait for those of all its members`() {
    let ends = [Promise<Void>(), Promise<Void>()]
    let members = ends.enumerated().map { index, end in
      work.ensureThen { log.pass(end, "start \(index)") }
    }
    let brief = work.ensure { log.add("brief") }
    let group = race([all(members).map { $0[0] }, brief]).map { $0 }
    let result = group.ensure { log.add("outer") }.ensure { log.add("outermost") }

    result.discard()
    #expect(log.entries.sorted() == ["brief", "start 0", "start 1"])
    ends[1].resolve()
    #expect(log.count == 3)
    ends[0].resolve()

    #expect(log.entries.suffix(2) == ["outer", "outermost"])
  }

  @Test func `9.5.4 The cleanups below mapConcurrently wait for those of its running transforms`() {
    let ends = [Promise<Void>(), Promise<Void>(), Promise<Void>()]
    let result = (0..<3).mapConcurrently(limit: 2) { index in
      work.ensureThen { log.pass(ends[index], "start \(index)") }
    }
    .ensure { log.add("outer") }
    result.observe { _ in log.add("handler") }

    result.discard()
    #expect(log.entries == ["start 0", "start 1", "handler"])
    ends[1].resolve()
    #expect(log.count == 3)
    ends[0].resolve()

    #expect(log.entries.suffix(2) == ["handler", "outer"])
    ends[2].resolve()
  }

  @Test(
    "9.5.5 A cleanup waits for an asynchronous one that a job starts while its stage is being discarded (6.5.4)"
  )
  func clause9_5_5() {
    let context = ManualContext()
    let end = Promise<Void>()
    let job = Promise(value: 1).ensureThen(on: context) { log.pass(end, "start") }
    // Released between the claim of the other stage and the release of its handler.
    let other = work.map { [life = Life { context.runAll() }] value in
      withExtendedLifetime(life) { value }
    }
    let result = all(job, other).ensure { log.add("outer") }

    result.discard()
    #expect(log.entries == ["start"])
    end.resolve()

    #expect(log.entries == ["start", "outer"])
  }
}

/// A kind of asynchronous cleanup.
enum AsynchronousCleanup: CaseIterable {
  case ensureThen, releaseThen, context
}

/// Work with an asynchronous cleanup.
struct InnerWork {
  let promise: Promise<Int>
  private let cleanup = Promise<Void>()
  private let context = ManualContext()

  init(_ kind: AsynchronousCleanup, of work: Promise<Int>) {
    switch kind {
    case .ensureThen: promise = work.ensureThen { [cleanup] in cleanup }
    case .releaseThen:
      promise = using(Promise(value: 0), releaseThen: { [cleanup] _, _ in cleanup }, { _ in work })
    // Its job waits when the work has been settled.
    case .context: promise = work.ensureThen(on: context) { Promise(value: ()) }
    }
  }

  /// Ends the cleanup.
  func end() {
    cleanup.resolve()
    context.runAll()
  }
}

/// A kind of cleanup below another one.
enum OuterCleanup: CaseIterable {
  case ensure, ensureThen, release, releaseThen, nested

  func cleanUp(_ work: Promise<Int>, _ body: @escaping @Sendable () -> Void) -> Promise<Int> {
    let start: @Sendable () -> Future<Void> = {
      body()
      return Promise(value: ())
    }
    return switch self {
    case .ensure: work.ensure(body)
    case .ensureThen: work.ensureThen(start)
    case .release: using(Promise(value: 0), release: { _ in body() }, { _ in work })
    case .releaseThen: using(Promise(value: 0), releaseThen: { _, _ in start() }, { _ in work })
    case .nested: Promise(value: 0).flatMap { _ in work.ensure {}.ensureThen(start) }.map { $0 }
    }
  }
}
