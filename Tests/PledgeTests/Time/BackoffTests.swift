import Pledge
import PledgeTestSupport
import Testing

struct BackoffTests {
  /// Backoffs with the waits in seconds after the first four attempts.
  private static let tables: [(Backoff, [Int])] = [
    (.none, [0, 0, 0, 0]),
    (.constant(.seconds(2)), [2, 2, 2, 2]),
    (.linear(.seconds(2)), [2, 4, 6, 8]),
    (.exponential(.seconds(1)), [1, 2, 4, 8]),
    (.exponential(.seconds(1), factor: 3), [1, 3, 9, 27]),
    (.exponential(.seconds(8), factor: 0.5), [8, 4, 2, 1]),
    (.exponential(.seconds(8), factor: 0), [8, 0, 0, 0]),
    (.linear(.seconds(2)).capped(at: .seconds(5)), [2, 4, 5, 5]),
    (Backoff { .seconds($0 * $0) }, [1, 4, 9, 16]),
    // An initial wait of zero stays zero.
    (.linear(.seconds(Int64.min)), [0, 0, 0, 0]),
    (.exponential(.zero, factor: .infinity), [0, 0, 0, 0]),
    (.exponential(.seconds(-1), factor: -1), [0, 0, 0, 0]),
    // An invalid factor counts as one, and an invalid share adds no randomness.
    (.exponential(.seconds(8), factor: -2), [8, 8, 8, 8]),
    (.exponential(.seconds(8), factor: .nan), [8, 8, 8, 8]),
    (.exponential(.seconds(8), factor: -.infinity), [8, 8, 8, 8]),
    (.constant(.seconds(8)).jittered(-1), [8, 8, 8, 8]),
    (.constant(.seconds(8)).jittered(.nan), [8, 8, 8, 8]),
    (.constant(.seconds(8)).jittered(-.infinity), [8, 8, 8, 8]),
  ]

  @Test(arguments: tables)
  func `waits as long as it specifies`(backoff: Backoff, seconds: [Int]) {
    #expect(delays(of: backoff) == seconds.map(Duration.seconds))
  }

  @Test func `a jittered backoff keeps its fixed share`() {
    let backoff = Backoff.constant(.seconds(8)).jittered(0.25)

    for attempt in 1...200 {
      let delay = backoff.delay(after: attempt)
      #expect(delay >= .seconds(6))
      #expect(delay <= .seconds(8))
    }
  }

  @Test func `a jittered backoff with a generator has the waits of its numbers`() {
    let backoff = Backoff.constant(.seconds(8)).jittered(using: SeededGenerator(seed: 7))
    var generator = SeededGenerator(seed: 7)
    let expected = (1...4).map { _ in
      Duration.seconds(8) * (1 - .random(in: 0...1, using: &generator) * 0.5)
    }

    #expect(delays(of: backoff) == expected)
    #expect(Set(expected).count == 4)
  }

  @Test func `copies of a jittered backoff share its generator`() {
    let backoff = Backoff.constant(.seconds(8)).jittered(1, using: SeededGenerator(seed: 7))
    let copy = backoff.capped(at: .seconds(8))

    #expect(copy.delay(after: 1) != backoff.delay(after: 1))
  }

  @Test func `threads that share a generator never get the same number`() async {
    let backoff = Backoff.constant(.seconds(8)).jittered(1, using: SeededGenerator(seed: 7))
    let delays = await withTaskGroup(of: [Duration].self) { group in
      for _ in 0..<4 { group.addTask { (0..<500).map { _ in backoff.delay(after: 1) } } }
      return await group.reduce([], +)
    }

    #expect(Set(delays).count == 2_000)
  }

  @Test(arguments: [0, -1, .min])
  func `an invalid attempt number counts as the first`(attempt: Int) {
    let backoffs: [Backoff] = [
      .linear(.seconds(2)), .exponential(.seconds(2)), Backoff { .seconds(2 * $0) },
    ]

    for backoff in backoffs { #expect(backoff.delay(after: attempt) == .seconds(2)) }
  }

  private func delays(of backoff: Backoff) -> [Duration] {
    (1...4).map(backoff.delay(after:))
  }
}
