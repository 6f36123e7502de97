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

  @Test func `the number of attempts is limited`() {
    var shrinking = Shrinking(Shrinking.Best(choices: [2, 2, 2], steps: 1), limit: 5)
    var attempts = 0
    while shrinking.nextAttempt() != nil { attempts += 1 }
    #expect(attempts == 5)
  }
}

extension [Int] {
  /// The choices without trailing zeros.
  fileprivate var trimmed: [Int] {
    Array(prefix((lastIndex { $0 != 0 } ?? -1) + 1))
  }
}
