import Pledge
import PledgeTestSupport
import Testing

// MARK: - Errors of one type

struct RecoverFromTests {
  private struct Other: Error {}

  @Test func `accepts a protocol, and a reason that is not an error`() {
    #expect(Promise<Int>(error: Other()).recover(from: (any Error).self) { _ in 2 }.got == 2)
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.recover(from: RejectionReasonError.self) {
      ($0.reason as? String)?.count ?? 0
    }
    #expect(promise.got == 3)
  }
}

// MARK: - Errors that satisfy a predicate

struct RecoverIfTests {
  @Test(arguments: [false, true])
  func `on a context, both closures run in one job, also those of flatMapError`(isFlat: Bool) {
    let context = ManualContext()
    let source = Promise<Int>(error: Broken(number: 1))
    let calls = Log<String>()
    let replace: @Sendable (any Error) -> Int = { _ in
      calls.add("recover")
      return 2
    }
    let promises = [true, false].map { answer in
      let isWanted: @Sendable (any Error) -> Bool = { _ in
        calls.add("\(answer)")
        return answer
      }
      return isFlat
        ? source.flatMapError(on: context, if: isWanted) { Promise(value: replace($0)) }
        : source.recover(on: context, if: isWanted, replace)
    }
    #expect(calls.count == 0)

    context.next()?()
    #expect(calls.entries == ["true", "recover"])
    context.runAll()

    #expect(promises.map(\.got) == [2, nil])
    #expect(promises[1].broken == Broken(number: 1))
  }
}
