import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("3.7 The main actor", .hangLimit)
@MainActor
struct MainActorHandlers {
  private let log = Log<String>()

  @Test("3.7.1 On a promise that is already settled, the main-actor form runs its handler inline")
  func clause3_7_1() async {
    let pending = Promise<Int>()
    pending.observe(on: MainActor.shared) { _ in log.add("earlier") }
    pending.resolve(1)
    await mainQueueDrained()

    pending.observe(on: MainActor.shared) { _ in log.add("later") }
    Promise(value: 1).observe(on: MainActor.shared) { _ in log.add("settled") }

    #expect(log.entries == ["earlier", "later", "settled"])
  }

  @Test func `3.7.2 On a pending promise, the main-actor form goes through the main queue`() async {
    let log = Log<Bool>()
    let promise = Promise<Int>()
    promise.observe(on: MainActor.shared) { _ in log.add(isOnMainQueue()) }

    promise.resolve(1)

    #expect(log.entries == [])
    await mainQueueDrained()
    #expect(log.entries == [true])
  }

  @Test func `3.7.3 From another thread, the main-actor form goes through the main queue`() async {
    let log = Log<Bool>()
    let promise = Promise(value: 1)

    onThread {
      promise.observe(on: MainActor.shared) { _ in log.add(isOnMainQueue()) }
    }

    #expect(log.entries == [])
    await mainQueueDrained()
    #expect(log.entries == [true])
  }

  @Test func `3.7.4 The main-actor form keeps the order of registration`() async {
    let log = Log<Int>()
    let settled = Promise(value: 1)
    let pending = Promise<Int>()

    onThread { settled.observe(on: MainActor.shared) { _ in log.add(1) } }
    settled.observe(on: MainActor.shared) { _ in log.add(2) }
    pending.observe(on: MainActor.shared) { _ in log.add(3) }
    pending.resolve(1)
    pending.observe(on: MainActor.shared) { _ in log.add(4) }

    #expect(log.entries == [])
    await mainQueueDrained()
    #expect(log.entries == [1, 2, 3, 4])
  }

  @Test func `3.7.5 The main-actor form uses the main queue itself, never a new task`() async {
    let log = Log<Int>()
    let promise = Promise<Int>()
    promise.observe(on: MainActor.shared) { _ in
      log.add(2)
      unsafe withUnsafeCurrentTask { task in
        unsafe log.add(task == nil ? 0 : 1)
      }
    }

    DispatchQueue.main.async { log.add(1) }
    promise.resolve(1)
    DispatchQueue.main.async { log.add(3) }

    await mainQueueDrained()
    #expect(log.entries == [1, 2, 0, 3])
  }

  @Test func `3.7.7 Inside sync of another queue, the caller is not on the main queue`() async {
    DispatchQueue(label: "other")
      .sync {
        Promise(value: 1).observe(on: MainActor.shared) { _ in log.add("handler") }
        log.add("returned")
      }

    #expect(log.entries == ["returned"])
    await mainQueueDrained()
    #expect(log.entries == ["returned", "handler"])
  }

  @Test(
    "3.7.6 Every operator that has the form with a context also has this form",
    arguments: Operator.all,
    everyWay
  )
  func clause3_7_6(operation: Operator, way: Way) async {
    let calls = Log<Void>()
    let stage = way.settle(
      { operation.settle($0) },
      {
        operation.onMainActor($0) {
          MainActor.assertIsolated()
          calls.add()
        }
      }
    )
    await mainQueueDrained()

    #expect(calls.count == 1)
    #expect(stage.isFulfilled || stage.failure is Broken)
  }
}

@Suite("3.8 Owners", .hangLimit)
struct Owners {
  @Test func `3.8.1 observe(owner:) calls its handler with its owner and the outcome`() {
    let owner = Log<Int?>()
    let add: @Sendable (Log<Int?>, Result<Int, any Error>) -> Void = { $0.add(try? $1.get()) }

    expectStage(of: 1, gives: 1) { $0.observe(owner: owner, add) }
    expectStage(ofRejected: Broken(), throws: Broken()) { $0.observe(owner: owner, add) }
    #expect(owner.entries == [1, 1, 1, nil, nil, nil])
  }

  @Test func `3.8.2 A registration does not retain its owner`() {
    let cage = Cage(weight: 0)
    let source = Promise<Int>()
    let context = ManualContext()
    source.observe(owner: cage.canary()) { _, _ in }
    Promise(value: 1).observe(on: context, owner: cage.canary()) { _, _ in }

    #expect(source.isPending)
    #expect(context.count == 1)
    #expect(cage.living == 0)
    source.resolve(1)
  }

  @Test(arguments: [Way.immediately, .eventually])
  func `3.8.3 A handler whose owner has been released is not called`(way: Way) {
    let log = Log<Int>()
    let captures = Cage(weight: 0)
    let stage = way.resolve(1) { [life = captures.canary()] promise in
      promise.observe(owner: Life {}) { _, _ in withExtendedLifetime(life) { log.add(1) } }
    }

    #expect(log.entries == [])
    #expect(captures.living == 0)
    #expect(stage.got == 1)
  }

  @Test func `3.8.4 A rejection counts as handled even if the owner has been released`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) {
        let source = Promise<Int>()
        source.observe(owner: Life {}) { _, _ in }
        source.reject(Broken())
      }
    }
  }
}
