import Pledge
import PledgeTestSupport
import Testing

@Suite("11.6 Errors of failed attempts", .timeLimit(.minutes(15)))
struct RetryLimits {
  @Test("11.6.15 Of more than 32 attempts, the errors of the first 16 and the last 16 are kept")
  func clause11_6_15() throws {
    let cage = Cage(weight: 0)
    let most = Locked(0)
    let made = Locked(0)
    do {
      let outcome = retry(max: 10_000) { () -> Promise<Int> in
        most.withLock { $0 = max($0, cage.living) }
        let number = made.withLock { made in
          defer { made += 1 }
          return made
        }
        throw Numbered(number: number, life: cage.canary())
      }
      let error = try #require(outcome.failure as? RetryError)

      #expect(error.errors.map { ($0 as? Numbered)?.number } == Array(0..<16) + (9_984..<10_000))
      #expect(error.omittedCount == 9_968)
      #expect((error.last as? Numbered)?.number == 9_999)
      #expect("\(error)".hasPrefix("failed 10000 times"))
    }

    #expect(most.value < 200)
    #expect(cage.living == 0)
  }

  @Test("11.6.16 Attempts that fail immediately follow one another before the call returns")
  func clause11_6_16() {
    let threads = Log<ObjectIdentifier>()
    let outcome = retry(max: 5_000) { () -> Promise<Int> in
      threads.add(currentThread())
      return Promise(error: Broken())
    }

    #expect(outcome.failure is RetryError)
    #expect(threads.entries.count == 5_000)
    #expect(threads.entries.allSatisfy { $0 == currentThread() })
  }
}

private struct Numbered: Error {
  let number: Int
  let life: Canary
}
