import Pledge
import Testing

@testable import PledgeTesting

struct ShrinkingTests {
  private static let orderings = (0..<81).map { number in
    [number / 27, number / 9 % 3, number / 3 % 3, number % 3]
  }

  /// Shrinks `start`, where an ordering has four choices.
  private static func shrink(
    _ start: [Int],
    steps: ([Int]) -> Int = { _ in 4 },
    while fails: ([Int]) -> Bool
  ) -> [Int] {
    let best = Shrinking.Best(choices: start.trimmed, steps: steps(start))
    var shrinking = Shrinking(best)
    while let attempt = shrinking.nextAttempt() {
      let taken = Array((attempt + [0, 0, 0, 0]).prefix(4))
      if fails(taken) {
        shrinking.noteFailure(Shrinking.Best(choices: taken.trimmed, steps: steps(taken)))
      }
    }
    return shrinking.best.choices
  }

  @Test func `an ordering shrinks to the choices that it needs, wherever it starts`() {
    for needed in ShrinkingTests.orderings {
      for start in ShrinkingTests.orderings where zip(start, needed).allSatisfy({ $0 >= $1 }) {
        let shortest = ShrinkingTests.shrink(start) { zip($0, needed).allSatisfy { $0 >= $1 } }
        #expect(shortest == needed.trimmed)
      }
    }
  }

  @Test func `fewer steps are simpler than fewer choices`() {
    // The first event makes the ordering longer.
    let steps: ([Int]) -> Int = { 9 - $0[0] }
    let shortest = ShrinkingTests.shrink([1, 1, 0, 1], steps: steps) { $0[3] == 1 || $0[0] == 1 }
    #expect(shortest == [1])
  }

  @Test func `the result fails, and no attempt after it is simpler`() {
    for start in ShrinkingTests.orderings {
      for modulus in 2...4 {
        func fails(_ choices: [Int]) -> Bool {
          choices.reduce(0, +) % modulus == start.reduce(0, +) % modulus
        }
        let shortest = ShrinkingTests.shrink(start, while: fails)
        #expect(fails(shortest))
        let best = Shrinking.Best(choices: shortest, steps: 4)
        var shrinking = Shrinking(best)
        while let attempt = shrinking.nextAttempt() {
          guard fails(attempt) else { continue }
          #expect(!Shrinking.Best(choices: attempt.trimmed, steps: 4).isSimpler(than: best))
        }
      }
    }
  }

  @Test func `a long ordering takes few attempts`() {
    let start = (0..<2_000).map { $0 % 3 }
    var shrinking = Shrinking(Shrinking.Best(choices: start, steps: 1))
    var (attempts, improvement) = (0, 0)
    while let attempt = shrinking.nextAttempt() {
      attempts += 1
      // Needs two of its choices.
      guard attempt.count > 1_400, attempt[100] == 1, attempt[1_400] == 2 else { continue }
      shrinking.noteFailure(Shrinking.Best(choices: attempt.trimmed, steps: 1))
      improvement = attempts
    }
    #expect(shrinking.best.choices.filter { $0 != 0 } == [1, 2])
    #expect(improvement < 100)
  }

  @Test func `the result is final unless the limit is reached`() {
    let failing = Shrinking.Best(choices: [2, 1], steps: 1)
    var complete = Shrinking(failing)
    var attempts = 0
    while complete.nextAttempt() != nil { attempts += 1 }
    #expect(complete.isFinal)
    for limit in 0...attempts {
      var shrinking = Shrinking(failing, limit: limit)
      while shrinking.nextAttempt() != nil {}
      #expect(shrinking.isFinal == (limit == attempts))
    }
  }

  @Test(arguments: [10, 1_000_000])
  func `the number of steps is limited`(limit: Int) throws {
    let watch = Watch()
    let installation = Diagnostics.install(watch)
    defer { installation.remove() }
    let explorer = Explorer(watch: watch) { world in
      world.run(jobs: 10)
      world.expect(false)
    }
    let failing = explorer.ordering(Guide([1, 2, 3, 4, 5, 4, 3, 2, 1]))
    let shrinking = explorer.shrink(failing, stepLimit: limit)
    #expect(shrinking.isFinal == (limit > 10))
    #expect(shrinking.best.choices == [])
  }
}

extension [Int] {
  /// The choices without trailing zeros.
  fileprivate var trimmed: [Int] {
    Array(prefix((lastIndex { $0 != 0 } ?? -1) + 1))
  }
}
