import Pledge
import PledgeTestSupport
import Testing

struct CompactMapValuesTests {
  @Test func `contains the results of the transform without 'nil'`() {
    #expect(Promise(value: ["1", "x", "3"]).compactMapValues { Int($0) }.got == [1, 3])
  }

  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: ["x"]).compactMapValues { Int($0) }.got == [])
    #expect(Promise(value: [String]()).compactMapValues { Int($0) }.got == [])
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: [[1, 2], []]).compactMapValues(\.first).got == [1])
  }

  @Test func `is rejected with the error that the transform throws`() {
    let promise = Promise(value: [2]).compactMapValues { number -> Int? in
      throw Broken(number: number)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: ["1", "x"]).compactMapValues(on: context) { Int($0) }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == [1])
  }

  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let promise = source.compactMapValues(on: MainActor.shared) { number in
      defer { screen.lines.append("\(number)") }
      return screen.lines.last
    }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(promise.got == ["7"])
  }
}
