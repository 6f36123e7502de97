import Pledge
import PledgeTestSupport
import Testing

struct FilterValuesTests {
  @Test func `keeps the elements that match the predicate`() {
    #expect(Promise(value: 1...5).filterValues { $0 % 2 == 1 }.got == [1, 3, 5])
  }

  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).filterValues { _ in true }.got == [])
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: ["", "a"]).filterValues(\.isEmpty).got == [""])
  }

  @Test func `is rejected with the error that the predicate throws`() {
    let promise = Promise(value: [2]).filterValues { throw Broken(number: $0) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the predicate runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: 1...3).filterValues(on: context) { $0 > 1 }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == [2, 3])
  }

  @Test @MainActor func `on the main actor, the predicate uses its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let promise = source.filterValues(on: MainActor.shared) { number in
      defer { screen.lines.append("\(number)") }
      return screen.lines.isEmpty
    }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(promise.got == [7])
  }
}
