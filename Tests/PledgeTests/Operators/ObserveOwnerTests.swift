import Pledge
import PledgeTestSupport
import Testing

struct ObserveOwnerTests {
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
