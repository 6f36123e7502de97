import Pledge
import PledgeTestSupport
import Testing

struct FirstValueTests {
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

  @Test func `an element may be nil`() {
    #expect(Promise<[Int?]>(value: [nil]).firstValue().got == .some(.none))
  }

  @Test func `passes on a rejection`() {
    #expect(Promise<[Int]>(error: Broken()).firstValue().broken == Broken())
  }
}
