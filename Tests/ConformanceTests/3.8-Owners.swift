import Pledge
import PledgeTestSupport
import Testing

@Suite("3.8 Owners", .hangLimit)
struct Owners {
  @Test(
    "3.8.1 `observe(owner:)` calls its handler with its owner and the outcome",
    arguments: everyWay
  )
  func clause3_8_1(way: Way) {
    let owner = Log<String>()
    let add: @Sendable (Log<String>, Result<Int, any Error>) -> Void = { $0.add("\($1)") }

    let fulfilled = way.resolve(1) { $0.observe(owner: owner, add) }
    let rejected = way.reject(Int.self, with: Broken()) { $0.observe(owner: owner, add) }

    #expect(owner.entries.count == 2)
    #expect(owner.entries.first == "success(1)")
    #expect(owner.entries.last?.hasPrefix("failure") == true)
    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }

  @Test("3.8.2 A registration does not retain its owner")
  func clause3_8_2() {
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

  @Test(
    "3.8.3 A handler whose owner has been released is not called",
    arguments: [Way.immediately, .eventually]
  )
  func clause3_8_3(way: Way) {
    let log = Log<Int>()
    let captures = Cage(weight: 0)
    let stage = way.resolve(1) { [life = captures.canary()] promise in
      promise.observe(owner: Life {}) { _, _ in withExtendedLifetime(life) { log.add(1) } }
    }

    #expect(log.entries == [])
    #expect(captures.living == 0)
    #expect(stage.got == 1)
  }

  @Test("3.8.4 A rejection counts as handled even if the owner has been released")
  func clause3_8_4() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        let source = Promise<Int>()
        source.observe(owner: Life {}) { _, _ in }
        source.reject(Broken())
      }

      #expect(reports.isEmpty)
    }
  }
}
