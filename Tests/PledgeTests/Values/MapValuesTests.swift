import Pledge
import PledgeTestSupport
import Testing

struct MapValuesTests {
  @Test func `transforms every element, in order`() {
    #expect(Promise(value: 1...3).mapValues { "\($0)" }.got == ["1", "2", "3"])
  }

  @Test func `an empty sequence produces an empty array`() {
    #expect(Promise(value: [Int]()).mapValues { "\($0)" }.got == [])
  }

  @Test func `accepts a key path, and any sequence`() {
    #expect(Promise(value: ["a": 1]).mapValues(\.value).got == [1])
    #expect(Promise(value: Set(["abc"])).mapValues(\.count).got == [3])
  }

  @Test func `is rejected with the error that the transform throws`() {
    let promise = Promise(value: [2]).mapValues { throw Broken(number: $0) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).mapValues { $0 }.broken == Broken())
  }

  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: 1...2).mapValues(on: context) { $0 + 1 }
    #expect(context.count == 1)
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == [2, 3])
  }

  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let promise = source.mapValues(on: MainActor.shared) { number in
      screen.lines.append("\(number)")
      return screen.lines.count
    }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(screen.lines == ["7", "8"])
    #expect(promise.got == [1, 2])
  }
}
