import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct PromiseOriginTests {
  private let source = Promise(value: 1, file: "App/\u{1B}.swift", line: 1)

  private func waitedFor(_ promise: Promise<Int>) -> String? {
    let error = promise.timeout(after: .zero).failure as? TimeoutError
    return error?.waitedFor.map { "\($0)" }
  }

  @Test func `it says why a promise is pending that waits for more than its producer`() {
    let (context, queue) = (ManualContext(), PromiseQueue(limit: 1))
    let running = Promise<Int>(file: "App/A.swift", line: 2)
    let first = queue.add { running }
    let second = queue.add(file: "App/A.swift", line: 3) { running }
    let hopping = source.map(on: context) { $0 }

    #expect(
      waitedFor(hopping) == #"map from App/\u{1B}.swift:1 (its handler waits for its context)"#
    )
    #expect(
      waitedFor(second)
        == "PromiseQueue from App/A.swift:3 (waiting for a slot in the queue (1 of 1 running))"
    )
    #expect(waitedFor(first) == "Promise from App/A.swift:2")
    #expect(
      waitedFor(source.delay(by: .seconds(1_000)).map { $0 })
        == #"timer from App/\u{1B}.swift:1 (waiting for its clock)"#
    )
    hopping.discard()
  }

  @Test func `a promise whose handler runs is named without its operator`() {
    let text = Locked<String?>(nil)
    let waiting = Locked<Promise<Int>?>(nil)
    let start = Promise<Int>(file: "App/A.swift", line: 4)
    waiting.value = start.map { value in
      text.value = waiting.value.flatMap(waitedFor)
      return value
    }
    start.resolve(1)

    #expect(text.value == "a promise from App/A.swift:4 (its handler is running)")
    waiting.value = nil
  }

  @Test func `it is not part of an error that a program creates`() {
    #expect(TimeoutError(limit: .zero).waitedFor == nil)
    #expect(AggregateError(errors: []).origin == nil)
    #expect(RetryError(errors: []).origin == nil)
    #expect(QueueFullError(maxWaiting: 1).origin == nil)
    #expect(EmptyInputError().origin == nil)
  }
}
