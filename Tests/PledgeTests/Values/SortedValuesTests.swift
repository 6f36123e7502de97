import Pledge
import PledgeTestSupport
import Testing

struct SortedValuesTests {
  @Test func `sorts comparable elements`() {
    #expect(Promise(value: [2, 3, 1]).sortedValues().got == [1, 2, 3])
  }

  @Test func `sorts by a predicate`() {
    let words = Promise(value: ["bb", "a"]).sortedValues { $0.count < $1.count }

    #expect(words.got == ["a", "bb"])
    #expect(Promise(value: [2, 3, 1]).sortedValues(by: >).got == [3, 2, 1])
  }

  @Test func `keeps the order of equal elements`() {
    let words = Promise(value: ["b", "a", "", "c"]).sortedValues { $0.count < $1.count }

    #expect(words.got == ["", "b", "a", "c"])
  }

  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).sortedValues().got == [])
    #expect(Promise(value: [Int]()).sortedValues(by: >).got == [])
  }

  @Test func `is rejected with the error that the predicate throws`() {
    let promise = Promise(value: [2, 2]).sortedValues { number, _ in throw Broken(number: number) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).sortedValues().broken == Broken())
  }

  @Test func `on a context, the predicate runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: [2, 3, 1]).sortedValues(on: context, by: >)
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == [3, 2, 1])
  }

  @Test @MainActor func `on the main actor, the predicate uses its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let promise = source.sortedValues(on: MainActor.shared) { left, right in
      screen.lines.append("compared")
      return left > right
    }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(promise.got == [8, 7])
    #expect(!screen.lines.isEmpty)
  }
}
