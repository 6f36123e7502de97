import Pledge
import PledgeTestSupport
import Testing

struct EmptySequenceTests {
  @Test func `an empty sequence produces an empty array, for all operators of this kind`() {
    let nothing = Promise(value: [Int]())
    let arrays: [Promise<[Int]>] = [
      nothing.mapValues { $0 }, nothing.flatMapValues { [$0] }, nothing.compactMapValues { $0 },
      nothing.filterValues { _ in true }, nothing.sortedValues(), nothing.sortedValues(by: >),
    ]

    #expect(arrays.map(\.got) == Array(repeating: [], count: 6))
  }
}

struct MapValuesTests {
  @Test func `accepts a key path, and any sequence`() {
    #expect(Promise(value: ["a": 1]).mapValues(\.value).got == [1])
    #expect(Promise(value: Set(["abc"])).mapValues(\.count).got == [3])
  }
}

struct FlatMapValuesTests {
  @Test func `accepts a key path`() {
    #expect(Promise(value: ["ab", "c"]).flatMapValues(\.utf8).got == Array("abc".utf8))
  }
}

struct CompactMapValuesTests {
  @Test func `accepts a key path`() {
    #expect(Promise(value: [[1, 2], []]).compactMapValues(\.first).got == [1])
  }
}

struct FilterValuesTests {
  @Test func `accepts a key path`() {
    #expect(Promise(value: ["", "a"]).filterValues(\.isEmpty).got == [""])
  }
}

struct SortedValuesTests {
  @Test func `keeps the order of equal elements`() {
    let words = Promise(value: ["b", "a", "", "c"]).sortedValues { $0.count < $1.count }

    #expect(words.got == ["", "b", "a", "c"])
  }
}

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
}

struct LastValueTests {
  @Test func `accepts any bidirectional collection`() {
    #expect(Promise(value: 3...5).lastValue().got == 5)
    #expect(Promise(value: "abc").lastValue().got == "c")
  }
}
