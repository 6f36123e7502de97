import Oracle
import Testing

/// Compares the library with the model for every order of short action sequences.
@Suite(.timeLimit(.minutes(60))) struct PermutationTests {
  @Test(arguments: [
    Pools.twoPromises, Pools.longer, Pools.reentrant, Pools.threePromises, Pools.cleanups,
  ])
  func `the library matches the model in every order`(programs: Permutations) {
    var count = 0
    for program in programs {
      count += 1
      if let disagreement = Trial.disagreement(on: program) {
        Issue.record(Comment(rawValue: "\(Trial.shrunk(disagreement))"))
        return
      }
    }

    #expect(count == programs.total && count > 50_000)
    print("permutations: \(count) sequences of \(programs.count) of \(programs.pool.count) actions")
  }

  @Test func `each order occurs once`() {
    let actions: [Action] = [.runJobs, .dropJobs, .pauseQueue, .resumeQueue]

    let programs = Permutations(of: 3, from: actions, after: [.discardQueue]).map(\.actions)

    #expect(programs.count == 24)
    #expect(Set(programs.map { "\($0)" }).count == 24)
    #expect(programs.allSatisfy { $0.first == .discardQueue && $0.count == 4 })
  }

  @Test func `there is no selection of more actions than the pool has`() {
    let programs = Permutations(of: 2, from: [.runJobs], after: [])

    #expect(programs.total == 0)
    #expect(Array(programs).isEmpty)
  }
}
