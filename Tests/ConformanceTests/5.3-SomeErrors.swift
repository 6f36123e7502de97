import Pledge
import PledgeTestSupport
import Testing

@Suite("5.3 Some errors, any error")
struct SomeErrors {
  @Test func `5.3.1 recover(from:) and flatMapError(from:) handle an error of the given type`() {
    expectStage(ofRejected: Broken(number: 3), gives: 3) { promise in
      promise.recover(from: Broken.self) { $0.number }
    }
    expectStage(ofRejected: Broken(number: 3), gives: 3) { promise in
      promise.flatMapError(from: Broken.self) { Promise(value: $0.number) }
    }
  }

  @Test func `5.3.2 An error of another type passes through unchanged`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { $0.recover(from: Broken.self) { _ in 1 } }
    expectStage(ofRejected: error, throws: error) { promise in
      promise.flatMapError(from: Broken.self) { _ in Promise(value: 1) }
    }
  }

  @Test
  func `5.3.3 recover(if:) and flatMapError(if:) handle an error that satisfies the predicate`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, gives: true) { promise in
      promise.map { _ in false }
        .recover(if: { $0 is BrokenObject }) { $0 as? BrokenObject === error }
    }
    expectStage(ofRejected: error, gives: true) { promise in
      promise.map { _ in false }
        .flatMapError(if: { $0 is BrokenObject }) { Promise(value: $0 as? BrokenObject === error) }
    }
  }

  @Test func `5.3.4 An error that does not satisfy the predicate passes through unchanged`() {
    let error = BrokenObject()

    expectStage(ofRejected: error, throws: error) { $0.recover(if: { $0 is Broken }) { _ in 1 } }
    expectStage(ofRejected: error, throws: error) { promise in
      promise.flatMapError(if: { $0 is Broken }) { _ in Promise(value: 1) }
    }
  }

  @Test func `5.3.5 A predicate that throws rejects the stage with that error`() {
    let error = BrokenObject()

    expectStage(ofRejected: Broken(), throws: error) { promise in
      promise.recover(if: { _ in throw error }) { _ in 1 }
    }
    expectStage(ofRejected: Broken(), throws: error) { promise in
      promise.flatMapError(if: { _ in throw error }) { _ in Promise(value: 1) }
    }
  }

  @Test(arguments: everyWay)
  func `5.3.6 With a context, the predicate and the type check run on the context`(way: Way) {
    let log = Log<String>()
    let context = ManualContext()
    let stages = way.reject(Int.self, with: Broken()) { promise in
      [
        promise.recover(on: context, if: yes) { _ in 1 },
        promise.flatMapError(on: context, if: yes) { _ in Promise(value: 1) },
        promise.recover(on: context, from: BrokenObject.self) { _ in 1 },
        promise.flatMapError(on: context, from: BrokenObject.self) { _ in Promise(value: 1) },
      ]
    }
    @Sendable func yes(_ error: any Error) -> Bool { log.pass(true, "asked") }

    #expect(log.entries == [])
    #expect(context.count == 4)
    context.runAll()

    #expect(log.entries == ["asked", "asked"])
    #expect(stages.map(\.got) == [1, 1, nil, nil])
    #expect(stages[2].failure is Broken)
    #expect(stages[3].failure is Broken)
  }

  @Test
  func `5.3.7 nilOnError is fulfilled with the value, or with nil if its source is rejected`() {
    expectStage(of: 1, gives: 1) { $0.nilOnError() }
    expectStage(ofRejected: Broken(), gives: nil) { $0.nilOnError() }
  }

  @Test
  func `5.3.8 replaceError is fulfilled with the value, or with the given value after an error`() {
    expectStage(of: 1, gives: 1) { $0.replaceError(with: 2) }
    expectStage(ofRejected: Broken(), gives: 2) { $0.replaceError(with: 2) }
  }

  @Test func `5.3.9 All these operators treat an upstream discard like any other error`() {
    let source = Promise<Int>()
    let stages = recoveries(from: source)
    let nothing = source.nilOnError()
    let own = Promise<Int>()
    let ownStages = recoveries(from: own)
    let ownNothing = own.nilOnError()

    source.discard()
    for stage in ownStages { stage.discard() }
    ownNothing.discard()

    #expect(stages.map(\.got) == [1, 1, 1, 1, 1])
    #expect(nothing.got == .some(.none))
    #expect(ownStages.allSatisfy { $0.isDiscarded })
    #expect(ownNothing.isDiscarded)
  }

  @Test(
    "5.3.10 `recover(from:)` and `flatMapError(from:)` also handle the last error of a `RetryError`",
    arguments: everyWay
  )
  func clause5_3_10(way: Way) {
    let error = RetryError(errors: [BrokenObject(), Broken(number: 3)])

    expectStage(ofRejected: error, gives: 3) { $0.recover(from: Broken.self) { $0.number } }
    expectStage(ofRejected: error, gives: 3) { promise in
      promise.flatMapError(from: Broken.self) { Promise(value: $0.number) }
    }
    expectStage(ofRejected: error, gives: 2) { promise in
      promise.recover(from: (any Error).self) { ($0 as? RetryError)?.errors.count ?? 0 }
    }
    let passedOn = way.reject(Int.self, with: error) { promise in
      promise.recover(from: BrokenObject.self) { _ in 1 }
    }
    #expect(passedOn.failure is RetryError)
  }

  private func recoveries(from source: Promise<Int>) -> [Promise<Int>] {
    let isDiscard: @Sendable (any Error) -> Bool = { $0 is DiscardedError }
    return [
      source.recover(from: DiscardedError.self) { _ in 1 },
      source.flatMapError(from: DiscardedError.self) { _ in Promise(value: 1) },
      source.recover(if: isDiscard) { _ in 1 },
      source.flatMapError(if: isDiscard) { _ in Promise(value: 1) },
      source.replaceError(with: 1),
    ]
  }
}
