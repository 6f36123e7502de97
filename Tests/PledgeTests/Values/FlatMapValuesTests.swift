import Pledge
import PledgeTestSupport
import Testing

struct FlatMapValuesTests {
  @Test func `contains the elements of all sequences, in order`() {
    #expect(Promise(value: 1...3).flatMapValues { 0..<$0 }.got == [0, 0, 1, 0, 1, 2])
  }

  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).flatMapValues { [$0] }.got == [])
    #expect(Promise(value: 1...3).flatMapValues { _ in [Int]() }.got == [])
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: ["ab", "c"]).flatMapValues(\.utf8).got == Array("abc".utf8))
  }

  @Test func `is rejected with the error that the transform throws`() {
    let promise = Promise(value: [2]).flatMapValues { number -> [Int] in
      throw Broken(number: number)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: 1...2).flatMapValues(on: context) { [$0, $0] }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == [1, 1, 2, 2])
  }

  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let promise = source.flatMapValues(on: MainActor.shared) { number in
      screen.lines.append("\(number)")
      return screen.lines
    }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(promise.got == ["7", "7", "8"])
  }
}
