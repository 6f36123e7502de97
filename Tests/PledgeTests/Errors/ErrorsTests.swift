import Pledge
import PledgeTestSupport
import Testing

struct ErrorsTests {
  @Test func `where a promise was created makes no difference to equality`() throws {
    let empty = try #require(race([Future<Int>]()).failure as? EmptyInputError)
    let cycle = CycleError(locations: [.init(fileID: "A", line: 1)])
    let discarded = DiscardedError(cause: .owner)

    #expect(empty == EmptyInputError() && Set([empty, EmptyInputError()]).count == 1)
    #expect(cycle == CycleError() && Set([cycle, CycleError()]).count == 1)
    #expect(discarded == DiscardedError() && Set([discarded, DiscardedError()]).count == 1)
    let (queue, gate) = (PromiseQueue(maxWaiting: 0), Promise<Int>())
    let added = [1, 2, 3].map { _ in queue.add { gate } }
    let full = added.compactMap { $0.failure as? QueueFullError }
    #expect(full.count == 2 && Set(full) == [QueueFullError(maxWaiting: 0)])
    let late = Promise<Int>().timeout(after: .zero).failure as? TimeoutError
    #expect(Set([late, TimeoutError(limit: .zero)]).count == 1 && late?.waitedFor != nil)
  }

  @Test func `errors without details say what happened`() {
    #expect("\(TimeoutError(limit: .seconds(5)))" == "not settled within 5.0 seconds")
    #expect(
      "\(NothingToRescueError())"
        == "there was nothing to rescue, and the value does not have the type of the stage"
    )
    #expect("\(NoOutcomeError())" == "a function called back with neither a value nor an error")
    #expect(
      "\(NoOutcomeError(function: "load()"))"
        == "load() called back with neither a value nor an error"
    )
    #expect("\(QueueFullError(maxWaiting: 3))" == "the queue is full, at most 3 may wait")
    #expect("\(MissingKeyError("k"))" == "the batch has no value for the key k")
  }

  @Test func `text that is not Pledge's own is escaped in every description`() {
    let text = "a\u{1B}\n\u{202E}b"
    let error = Hostile(description: text)
    let descriptions = [
      "\(NoOutcomeError(function: text))", "\(ArgumentError(text))", "\(MissingKeyError(text))",
      "\(RejectionReasonError(text))", "\(AggregateError(errors: [error]))",
      "\(AggregateError(errors: [error, error]))".split(separator: "\n- ").joined(),
      "\(RetryError(errors: [error]))", "\(RetryError(errors: [], decisionError: error))",
      "\(RetryError(errors: [], budget: text))",
      "\(CycleError(locations: [.init(fileID: text, line: 1)]))",
      "\(Promise(value: text))", Promise<Int>(error: error).ignored.debugDescription,
    ]
    for description in descriptions {
      #expect(description.contains(#"a\u{1B}\n\u{202E}b"#), "\(description.debugDescription)")
      #expect(!description.contains { "\u{1B}\n\u{202E}".contains($0) })
    }
  }

  @Test func `long keys and names are shortened`() {
    let text = String(repeating: "a", count: 10_000)
    #expect("\(MissingKeyError(text))".count < 300)
    #expect("\(NoOutcomeError(function: text))".count < 300)
    #expect("\(RetryError(errors: [Hostile(description: text)], budget: text))".count < 1_500)
    #expect("\(AggregateError(errors: [Hostile(description: text)]))".count < 1_500)
  }

  @Test func `an invalid argument is named with its value`() {
    let failure = [1].mapConcurrently(limit: 0) { Promise(value: $0) }.failure

    #expect(failure.map { "\($0)" }?.contains("limit: 0") == true)
  }
}

struct ValueErrorsTests {
  @Test func `each error describes what happened`() {
    #expect("\(NilValueError())" == "nil where a value was needed")
    #expect("\(InvalidValueError())" == "the value did not pass its validation")
    #expect("\(NoSuchElementError())" == "the sequence has no such element")
    let cast = CastError(from: Int.self, to: [String].self)
    #expect("\(cast)" == "cannot cast a value of type Int to Array<String>")
  }
}

struct EmptyInputErrorTests {
  @Test func `its description names the combinator and where it was called, if known`() {
    let nothing: [Future<Int>] = []
    let text = "from App/\\u{1B}.swift:7: at least one promise is needed, and none was given"
    let file: StaticString = "App/\u{1B}.swift"
    #expect(race(nothing, file: file, line: 7).failure.map { "\($0)" } == "race \(text)")
    #expect(any(nothing, file: file, line: 7).failure.map { "\($0)" } == "any \(text)")
    #expect("\(EmptyInputError())" == "at least one promise is needed, and none was given")
  }
}

struct RejectionReasonErrorTests {
  @Test func `an empty optional is no reason, and a wrapped reason is not wrapped again`() throws {
    let (first, second) = (Promise<Int>(), Promise<Int>())
    let reason: (any Error & Sendable)? = nil

    first.reject(reason)
    second.reject(RejectionReasonError("why"))

    #expect(try #require(first.failure as? RejectionReasonError).reason == nil)
    #expect((second.failure as? RejectionReasonError)?.reason as? String == "why")
  }

  @Test func `describes the reason`() {
    #expect("\(RejectionReasonError("why"))" == "rejected: why")
    #expect("\(RejectionReasonError(nil))" == "rejected without a reason")
  }
}

/// An error that is a failure or a cancellation, depending on the instance.
private enum StoreError: Error, CancellableError {
  case broken
  case dismissed

  var isCancelled: Bool { self == .dismissed }
}

@Suite(.hangLimit)
struct CancellationTests {
  @Test(arguments: [StoreError.dismissed, .broken])
  private func `only a failure is retried`(error: StoreError) {
    let attempts = Log<Void>()
    let promise = retry(max: 3) {
      attempts.add()
      return Promise<Int>(error: error)
    }

    #expect(attempts.count == (error == .broken ? 3 : 1))
    #expect((promise.failure is StoreError) == (error == .dismissed))
  }
}

struct CycleErrorTests {
  private typealias Location = CycleError.Location
  private let locations = (1...3).map { Location(fileID: "App/File.swift", line: $0) }

  @Test func `its description names the locations, if there are any`() {
    #expect(CycleError().description == "the promise waits for itself")
    #expect(
      CycleError(locations: Array(locations.prefix(1))).description
        == "the promise created at App/File.swift:1 waits for itself"
    )
    #expect(
      CycleError(locations: locations).description
        == """
        the promise created at App/File.swift:1 waits for itself, through App/File.swift:2, \
        App/File.swift:3
        """
    )
  }

  @Test func `the first eight source locations of a long cycle are named`() {
    let promises = (1...20).map { Promise<Int>(file: "App/File.swift", line: $0) }
    for (promise, next) in zip(promises, promises.dropFirst() + promises.prefix(1)) {
      promise.chain(after: next)
    }

    let error = promises[0].failure as? CycleError
    #expect(error?.locations.map(\.line) == [20, 1, 2, 3, 4, 5, 6, 7])
  }
}

private struct Hostile: Error, CustomStringConvertible {
  let description: String
}

extension Future {
  /// This promise, whose rejection is not reported.
  fileprivate var ignored: Future {
    ignoringErrors()
    return self
  }
}
