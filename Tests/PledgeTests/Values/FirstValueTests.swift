import Pledge
import PledgeTestSupport
import Testing

struct FirstValueTests {
  @Test func `is the first element`() {
    #expect(Promise(value: 3...5).firstValue().got == 3)
  }

  @Test func `is the first element that matches the predicate`() {
    #expect(Promise(value: 1...5).firstValue { $0 > 2 }.got == 3)
    #expect(Promise(value: ["a", ""]).firstValue(where: \.isEmpty).got == "")
  }

  @Test func `stops at the first match`() {
    let asked = Log<Int>()
    let promise = Promise(value: 1...5).firstValue { number in
      asked.add(number)
      return number == 2
    }

    #expect(promise.got == 2)
    #expect(asked.entries == [1, 2])
  }

  @Test func `is rejected for an empty sequence`() {
    #expect(Promise(value: [Int]()).firstValue().failure is NoSuchElementError)
    #expect(Promise(value: [Int]()).firstValue { _ in true }.failure is NoSuchElementError)
  }

  @Test func `is rejected if no element matches`() {
    #expect(Promise(value: 1...5).firstValue { $0 > 5 }.failure is NoSuchElementError)
  }

  @Test func `an element may be nil`() {
    #expect(Promise<[Int?]>(value: [nil]).firstValue().got == .some(.none))
  }

  @Test func `is rejected with the error that the predicate throws`() {
    let promise = Promise(value: [2]).firstValue { throw Broken(number: $0) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).firstValue().broken == Broken())
  }

  @Test func `on a context, the predicate runs as a job`() {
    let context = ManualContext()
    let source = Promise(value: 1...3)
    let found = source.firstValue(on: context) { $0 > 1 }
    let missing = source.firstValue(on: context) { $0 > 3 }
    #expect(found.isPending)

    context.runAll()

    #expect(found.got == 2)
    #expect(missing.failure is NoSuchElementError)
  }

  @Test @MainActor func `on the main actor, the predicate uses its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let found = source.firstValue(on: MainActor.shared) { number in
      screen.lines.append("\(number)")
      return screen.lines.count == 2
    }
    let missing = source.firstValue(on: MainActor.shared) { _ in screen.lines.isEmpty }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(found.got == 8)
    #expect(missing.failure is NoSuchElementError)
  }
}
