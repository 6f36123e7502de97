import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct ManualContextTests {
  private let context = ManualContext()
  private let log = Log<Int>()

  private func add(_ jobs: ClosedRange<Int>) {
    for job in jobs { context.run { [log] in log.add(job) } }
  }

  @Test func `a job waits until it is run, one at a time, the oldest first`() {
    add(1...2)
    #expect(context.count == 2)
    #expect(!context.isEmpty)
    #expect(log.entries.isEmpty)

    #expect(context.runNext())
    #expect(log.entries == [1])
    add(3...3)
    #expect(context.runNext())
    #expect(context.runNext())

    #expect(log.entries == [1, 2, 3])
    #expect(!context.runNext())
  }

  @Test func `all jobs run, including those added meanwhile`() {
    context.run { [context, log] in
      log.add(0)
      context.run { log.add(3) }
    }
    add(1...2)

    context.runAll()

    #expect(log.entries == [0, 1, 2, 3])
    #expect(context.isEmpty)
  }

  @Test func `a job may run the others`() {
    context.run { [context, log] in
      context.runAll()
      log.add(0)
    }
    add(1...2)

    context.runNext()

    #expect(log.entries == [1, 2, 0])
    #expect(context.isEmpty)
  }

  @Test func `a removed job does not run again`() throws {
    add(1...2)

    let job = try #require(context.popFirst())
    context.runAll()
    #expect(log.entries == [2])

    job()
    #expect(log.entries == [2, 1])
  }

  @Test func `dropped jobs never run, and their stages are broken`() {
    let stage = Promise(value: 1).map(on: context) { $0 + 1 }
    add(1...2)

    context.dropAll()
    context.runAll()

    #expect(log.entries.isEmpty)
    #expect(throws: BrokenPromiseError.self) { try stage.result?.get() }
  }

  @Test func `jobs added while others are dropped are dropped, too`() {
    let stage = Promise(value: 1).map(on: context) { $0 + 1 }
    let next = stage.recover(on: context) { [log] _ in
      log.add(1)
      return 0
    }

    context.dropAll()

    #expect(context.isEmpty)
    #expect(log.entries.isEmpty)
    #expect(throws: BrokenPromiseError.self) { try next.result?.get() }
  }

  @Test func `jobs added and run on several threads each run once`() {
    concurrently(1_000) { number in
      context.run { [log] in log.add(number) }
      context.runNext()
    }

    #expect(context.isEmpty)
    #expect(log.entries.sorted() == Array(0..<1_000))
  }
}

struct NeverTests {
  @Test func `it stays pending without an owner`() {
    let log = Log<String>()
    weak let promise: Promise<Int>? = {
      let promise = Promise<Int>.never()
      promise.observe { log.add("\($0)") }
      return promise
    }()
    #expect(promise?.isPending == true)
    #expect(log.entries.isEmpty)
    promise?.discard()
    #expect(promise == nil)
    #expect(log.count == 1)
  }

  @Test func `it is released when its last consumer detaches`() {
    weak let promise: Promise<Int>? = {
      let promise = Promise<Int>.never()
      promise.map { $0 }.discard()
      return promise
    }()
    #expect(promise == nil)
  }

  @Test func `it is released when it is settled`() {
    weak let promise: Promise<Int>? = {
      let promise = Promise<Int>.never()
      promise.resolve(1)
      return promise
    }()
    #expect(promise == nil)
  }

  @Test func `it names its place`() {
    let promise = Promise<Int>.never(file: "App/A.swift", line: 3)
    #expect(promise.debugDescription == "Promise<Int>(pending) from App/A.swift:3")
    promise.discard()
  }
}
