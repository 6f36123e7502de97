import Pledge
import PledgeTestSupport
import Testing

struct ObserveOwnerTests {
  private typealias Outcomes = Log<Result<Int, any Error>>

  @Test func `calls the body with the owner and the outcome, and passes the outcome on`() throws {
    let owner = Outcomes()
    let sources = (Promise<Int>(), Promise<Int>())
    let promises = (
      sources.0.observe(owner: owner) { $0.add($1) },
      sources.1.observe(owner: owner) { $0.add($1) }
    )

    sources.0.resolve(2)
    sources.1.reject(Broken())

    #expect(try owner.entries.first?.get() == 2)
    #expect(throws: Broken()) { try owner.entries.last?.get() }
    #expect(promises.0.got == 2)
    #expect(promises.1.broken == Broken())
  }

  @Test func `keeps the owner only while the body runs`() {
    let cage = Cage()
    let slot = Locked<Canary?>(cage.canary())
    let living = Log<Int>()
    let source = Promise<Int>()
    source.observe(owner: slot.value ?? cage.canary()) { _, _ in
      slot.value = nil
      living.add(cage.living)
    }

    source.resolve(2)

    #expect(living.entries == [1])
    #expect(cage.living == 0)
  }

  @Test func `does not call the body if the owner was released`() {
    let cage = Cage()
    let calls = Log<Void>()
    let source = Promise<Int>()
    let promise = source.observe(owner: cage.canary()) { [closure = cage.closure()] _, _ in
      closure()
      calls.add()
    }
    #expect(cage.living == 1)

    source.resolve(2)

    #expect(calls.count == 0)
    #expect(cage.living == 0)
    #expect(promise.got == 2)
  }

  @Test func `discarding the returned promise drops the body`() {
    let owner = Outcomes()
    let source = Promise<Int>()

    source.observe(owner: owner) { $0.add($1) }.discard()
    source.resolve(2)

    #expect(owner.count == 0)
  }

  @Test func `on a context, the owner may be released while the job is queued`() {
    let context = ManualContext()
    let calls = Log<String>()
    let stays = Cage()
    let goes = Locked<Cage?>(Cage())
    let source = Promise(value: 2)
    source.observe(on: context, owner: stays) { _, _ in calls.add("stays") }
    if let owner = goes.value {
      source.observe(on: context, owner: owner) { _, _ in calls.add("goes") }
    }
    #expect(context.count == 2)

    goes.value = nil
    context.runAll()

    #expect(calls.entries == ["stays"])
  }

  @Test @MainActor func `on the main actor, the owner may be one of its objects`() async {
    let screen = Screen()
    let source = Promise<Int>()
    source.observe(on: MainActor.shared, owner: screen) { screen, _ in screen.lines.append("end") }
    source.observe(on: MainActor.shared, owner: Screen()) { _, _ in screen.lines.append("gone") }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
  }
}
