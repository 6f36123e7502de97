import Pledge
import PledgeTestSupport
import Testing

@Suite("7 Broken promises", .hangLimit)
struct BrokenPromises {
  private let log = Log<Bool>()
  private let context = ManualContext()

  @Test(
    "7.1.1 A pending promise whose last resolver is released is rejected with `BrokenPromiseError`"
  )
  func clause7_1_1() {
    let dropped = Promise<Int>.pending().promise
    let unused = Promise<Int> { (_: Resolver<Int>) in }
    let resolver = Locked<Resolver<Int>?>(nil)
    let observed = Promise<Int> { resolver.value = $0 }
    observed.catch { log.add($0 is BrokenPromiseError) }
    #expect(observed.isPending)

    resolver.value = nil

    #expect([dropped, unused, observed].allSatisfy { $0.failure is BrokenPromiseError })
    #expect(log.entries == [true])
  }

  @Test("7.1.2 Releasing both closures of `Promise { resolve, reject in }` breaks the promise")
  func clause7_1_2() async {
    let promise = Promise<Int> { _, _ in }

    await #expect(throws: BrokenPromiseError.self) { try await promise.settled().get() }
  }

  @Test
  func `7.1.3 Consumers of a promise that is released while pending receive BrokenPromiseError`() {
    var root: Promise<Int>? = Promise()
    let stage = root?.map { $0 }.map { $0 }
    let chained = Promise<Int>()
    if let root { chained.chain(after: root) }
    root?.then(nil) { log.add($0 is BrokenPromiseError) }
    #expect(stage?.isPending == true)

    root = nil

    #expect(stage?.failure is BrokenPromiseError)
    #expect(chained.failure is BrokenPromiseError)
    #expect(log.entries == [true])
  }

  @Test(arguments: everyWay) func `7.1.4 If a context drops a job, the stage is broken`(way: Way) {
    let log = Log<Int>()
    let (now, later) = way.resolve(1) { promise in
      (
        promise.map(on: DroppingContext()) { log.add($0) },
        promise.map(on: context) { log.add($0) }
      )
    }

    #expect(now.failure is BrokenPromiseError)
    #expect(later.isPending)
    context.dropAll()
    #expect(later.failure is BrokenPromiseError)
    #expect(log.entries == [])
  }

  @Test func `7.1.5 If a context drops the body of Promise(on:), the promise is broken`() {
    let now = Promise(on: DroppingContext()) { 1 }
    let later = Promise(on: context) { 1 }

    context.dropAll()

    #expect(now.failure is BrokenPromiseError)
    #expect(later.failure is BrokenPromiseError)
  }

  @Test func `7.1.6 BrokenPromiseError states where the root was created`() {
    let line = UInt(#line)
    let dropped = Promise<Int>().map { $0 }.map { $0 }
    let unresolved = Promise<Int>.pending().promise.map { $0 }
    let jobless = Promise(value: 1).map(on: context) { $0 }
    context.dropAll()

    for (offset, promise) in [dropped, unresolved, jobless].enumerated() {
      let error = promise.failure as? BrokenPromiseError
      #expect(error?.fileID == #fileID)
      #expect(error?.line == line + 1 + UInt(offset))
    }
  }

  @Test func `7.1.7 Releasing a resolver after settlement has no effect`() {
    let fulfilled = Promise<Int> { $0.resolve(1) }
    let rejected = Promise<Int> { $0.reject(Broken()) }

    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test func `7.1.8 A promise is not broken while a copy of its resolver exists`() {
    let resolvers = Locked<[Resolver<Int>]>([])
    let promise = Promise<Int> { resolver in
      resolvers.value = [resolver, resolver]
    }

    resolvers.withLock { _ = $0.removeFirst() }
    #expect(promise.isPending)
    let last = resolvers.withLock { $0.removeFirst() }
    last.resolve(1)

    #expect(promise.got == 1)
  }

  @Test func `7.1.9 Downstream, a broken promise is an error`() {
    let recovered = Promise<Int>.pending().promise.map { $0 + 1 }.recover { error in
      log.add(error is BrokenPromiseError)
      return 2
    }

    #expect(recovered.got == 2)
    #expect(log.entries == [true])
  }
}
