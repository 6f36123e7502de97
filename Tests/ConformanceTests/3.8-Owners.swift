import Pledge
import Testing

@Suite("3.8 Owners", .timeLimit(.minutes(15)))
struct Owners {
  @Test(
    "3.8.1 `observe(owner:)` calls its handler with its owner and either outcome",
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

  @Test("3.8.2 A registration does not keep its owner")
  func clause3_8_2() {
    let lives = Lives()
    let source = Promise<Int>()
    let context = ManualContext()
    source.observe(owner: lives.begin()) { _, _ in }
    Promise(value: 1).observe(on: context, owner: lives.begin()) { _, _ in }

    #expect(source.isPending)
    #expect(context.jobs == 1)
    #expect(lives.count == 0)
    source.resolve(1)
  }

  @Test(
    "3.8.3 A handler whose owner has gone is not called",
    arguments: [Way.immediately, .eventually]
  )
  func clause3_8_3(way: Way) {
    let log = Log<Int>()
    let captures = Lives()
    let stage = way.resolve(1) { [life = captures.begin()] promise in
      promise.observe(owner: Life {}) { _, _ in withExtendedLifetime(life) { log.add(1) } }
    }

    #expect(log.entries == [])
    #expect(captures.count == 0)
    #expect(stage.got == 1)
  }

  @Test("3.8.4 A rejection has been heard also when the owner has gone")
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
