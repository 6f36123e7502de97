import Programs
import Testing

/// Compares the library with the model for every order of short sequences of steps.
@Suite(.timeLimit(.minutes(60))) struct PermutationTests {
  @Test(arguments: [
    Pools.twoPromises, Pools.longer, Pools.reentrant, Pools.threePromises, Pools.cleanups,
  ])
  func `the library matches the model in every order`(programs: Permutations) {
    var count = 0
    for program in programs {
      count += 1
      for depth in count % 4 == 0 ? [0, 45 + count / 4 % 4] : [0] {
        let program = program.nested(depth)
        guard Trial.disagreement(on: program) != nil else { continue }
        Issue.record(Comment(rawValue: program.smallest(Trial.disagreement)))
        return
      }
    }

    #expect(count == programs.total && count > 50_000)
    print("permutations: \(count) sequences of \(programs.count) of \(programs.pool.count) steps")
  }

  @Test func `each order occurs once`() {
    let names = ["run jobs", "drop jobs", "queue.pause()", "queue.resume()"]
    let first = Step("queue.discardAll()")

    let programs = Permutations(of: 3, from: names.map { Step($0) }, after: [first]).map(\.steps)

    #expect(programs.count == 24)
    #expect(Set(programs.map { "\($0)" }).count == 24)
    #expect(programs.allSatisfy { $0.first == first && $0.count == 4 })
  }
}
