import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Values {
    private let numbers = Promise.value([3, 1, 2])
    private let sure = Guarantee.value([3, 1, 2])

    @Test func `values of a promise are transformed one by one, on the configured queue`()
      async throws
    {
      let kept = conf
      defer { conf = kept }
      conf.Q.map = .marked("map")
      #expect(try await numbers.mapValues { onMap($0 * 2) }.async() == [6, 2, 4])
      let twice = numbers.flatMapValues { onMap([$0, $0]) }
      #expect(try await twice.async() == [3, 3, 1, 1, 2, 2])
      #expect(try await numbers.compactMapValues { onMap($0 > 1 ? $0 : nil) }.async() == [3, 2])
      #expect(try await numbers.filterValues { onMap($0 > 1) }.async() == [3, 2])
      #expect(try await numbers.sortedValues().async() == [1, 2, 3])
      #expect(try await numbers.thenMap { Promise.value(onMap($0 + 1)) }.async() == [4, 2, 3])
      let spread = numbers.thenFlatMap { Promise.value(onMap([$0, 0])) }
      #expect(try await spread.async() == [3, 0, 1, 0, 2, 0])
      #expect(try await numbers.firstValue { onMap($0 < 3) }.async() == 1)
      let void: Promise<[Void]> = numbers.thenMap { _ in Promise() }
      #expect(try await void.async().count == 3)
    }

    @Test func `values of a guarantee become guarantees, on the configured queue`() async {
      let kept = conf
      defer { conf = kept }
      conf.Q.map = .marked("map")
      #expect(await sure.mapValues { onMap($0 * 2) }.async() == [6, 2, 4])
      #expect(await sure.flatMapValues { onMap([$0, $0]) }.async() == [3, 3, 1, 1, 2, 2])
      #expect(await sure.compactMapValues { onMap($0 > 1 ? $0 : nil) }.async() == [3, 2])
      #expect(await sure.filterValues { onMap($0 > 1) }.async() == [3, 2])
      #expect(await sure.sortedValues().async() == [1, 2, 3])
      #expect(await sure.sortedValues { onMap($0 > $1) }.async() == [3, 2, 1])
      #expect(await sure.thenMap { Guarantee.value(onMap($0 + 1)) }.async() == [4, 2, 3])
      let spread = sure.thenFlatMap { Guarantee.value(onMap([$0, 0])) }
      #expect(await spread.async() == [3, 0, 1, 0, 2, 0])
      #expect(await sure.thenFlatMap { Promise.value(onMap([$0])) }.async() == [3, 1, 2])
    }

    @Test func `operators on values, and those with key paths, run on the queue that they name`() {
      let (own, marks) = (DispatchQueue.marked("own"), Log<String?>())
      let (one, many) = (Promise.value(Word.seven), Promise.value([Word.seven]))
      let (word, words) = (Guarantee.value(Word.seven), Guarantee.value([Word.seven]))
      own.stopped {
        let promises: [Promise<Void>] = [
          numbers.mapValues(on: own) { $0 }.asVoid(),
          numbers.flatMapValues(on: own) { [$0] }.asVoid(),
          numbers.compactMapValues(on: own) { $0 }.asVoid(), numbers.sortedValues(on: own).asVoid(),
          numbers.thenMap(on: own) { Promise.value($0) }.asVoid(),
          numbers.thenFlatMap(on: own) { Promise.value([$0]) }.asVoid(),
          one.map(on: own, \.text).asVoid(), one.compactMap(on: own, \.number).asVoid(),
          many.mapValues(on: own, \.text).asVoid(), many.filterValues(on: own, \.isLong).asVoid(),
          many.compactMapValues(on: own, \.number).asVoid(),
          numbers.firstValue(on: own, where: { $0 > 0 }).asVoid(),
        ]
        let guarantees: [Guarantee<Void>] = [
          sure.mapValues(on: own) { $0 }.asVoid(), sure.flatMapValues(on: own) { [$0] }.asVoid(),
          sure.compactMapValues(on: own) { $0 }.asVoid(), sure.sortedValues(on: own).asVoid(),
          sure.filterValues(on: own) { _ in true }.asVoid(),
          sure.sortedValues(on: own) { $0 < $1 }.asVoid(),
          sure.thenMap(on: own) { Guarantee.value($0) }.asVoid(),
          word.map(on: own, \.text).asVoid(),
          words.mapValues(on: own, \.text).asVoid(), words.filterValues(on: own, \.isLong).asVoid(),
          words.compactMapValues(on: own, \.number).asVoid(),
        ]
        for end in promises { end.pipe { _ in marks.add(DispatchQueue.currentMark) } }
        for end in guarantees { end.pipe { _ in marks.add(DispatchQueue.currentMark) } }
      }
      own.finish()
      #expect(marks.entries == Array(repeating: "own", count: 23))
    }

    @Test func `a guarantee with a broken member stays pending`() {
      logged {
        #expect(sure.thenMap(on: nil) { _ in Guarantee<Int> { _ in } }.isPending)
        #expect(sure.thenFlatMap(on: nil) { _ in Guarantee<[Int]> { _ in } }.isPending)
        #expect(sure.thenFlatMap(on: nil) { _ in Promise<[Int]> { _ in } }.isPending)
      }
    }

    @Test func `a rejected member of a guarantee stops the program`() async {
      await #expect(processExitsWith: .failure) {
        _ = Guarantee.value([1]).thenFlatMap(on: nil) { _ in Promise<[Int]>(error: Problem.first) }
      }
    }

    @Test func `key paths may be stored in variables, and literals fit one function each`()
      async throws
    {
      let word = Word(text: "abc", number: nil, isLong: false)
      let (text, number, isLong) = (\Word.text, \Word.number, \Word.isLong)
      let (one, many) = (Promise.value(word), Promise.value([word, .seven]))
      for promise in [
        one.map(text), one.map(\.text), one.map(on: nil, flags: nil, text),
        many.mapValues(text).map { $0[0] }, many.mapValues(\.text).map { $0[0] },
      ] {
        #expect(try await promise.async() == "abc")
      }
      let none = one.compactMap(on: nil, number)
      guard case PMKError.compactMap(let value, _)? = none.error else {
        return #expect(Bool(false), "\(none)")
      }
      #expect(value as? Word == word)
      #expect(try await Promise.value(Word.seven).compactMap(\.number).async() == 7)
      for promise in [many.compactMapValues(number), many.compactMapValues(\.number)] {
        #expect(try await promise.async() == [7])
      }
      for promise in [many.filterValues(isLong), many.filterValues(\.isLong)] {
        #expect(try await promise.async() == [.seven])
      }
      let (sure, all) = (Guarantee.value(word), Guarantee.value([word, .seven]))
      #expect(type(of: sure.map(text)) == Guarantee<String>.self)
      for guarantee in [
        sure.map(text), sure.map(\.text), all.mapValues(text).map { $0[0] },
        all.mapValues(\.text).map { $0[0] },
      ] {
        #expect(await guarantee.async() == "abc")
      }
      for guarantee in [all.compactMapValues(number), all.compactMapValues(\.number)] {
        #expect(await guarantee.async() == [7])
      }
      for guarantee in [all.filterValues(isLong), all.filterValues(\.isLong)] {
        #expect(await guarantee.async() == [.seven])
      }
    }

    @Test func `a single value is found, or rejects`() {
      #expect(numbers.firstValue.value == 3)
      #expect(numbers.lastValue.value == 2)
      #expect(numbers.firstValue(on: nil, where: { $0 < 3 }).value == 1)
      let none = Promise.value([Int]())
      for promise in [
        none.firstValue, none.lastValue, numbers.firstValue(on: nil, where: { $0 > 9 }),
      ] {
        #expect(isSame(promise.error, .emptySequence))
      }
    }
  }
}

/// A type for key paths.
private struct Word: Equatable {
  static let seven = Word(text: "seven", number: 7, isLong: true)

  var text: String
  var number: Int?
  var isLong: Bool
}

/// Returns `value`, on the queue marked as `map`.
private func onMap<Value>(_ value: Value) -> Value {
  #expect(DispatchQueue.currentMark == "map")
  return value
}
