import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Values {
    private let numbers = Promise.value([3, 1, 2])
    private let sure = Guarantee.value([3, 1, 2])

    @Test func `values of a promise are transformed one by one`() async throws {
      #expect(try await numbers.mapValues { $0 * 2 }.async() == [6, 2, 4])
      #expect(try await numbers.flatMapValues { [$0, $0] }.async() == [3, 3, 1, 1, 2, 2])
      #expect(try await numbers.compactMapValues { $0 > 1 ? $0 : nil }.async() == [3, 2])
      #expect(try await numbers.filterValues { $0 > 1 }.async() == [3, 2])
      #expect(try await numbers.sortedValues().async() == [1, 2, 3])
      #expect(try await numbers.thenMap { Promise.value($0 + 1) }.async() == [4, 2, 3])
      #expect(
        try await numbers.thenFlatMap { Promise.value([$0, 0]) }.async() == [3, 0, 1, 0, 2, 0]
      )
      let void: Promise<[Void]> = numbers.thenMap { _ in Promise() }
      #expect(try await void.async().count == 3)
    }

    @Test func `operators on the values of a guarantee return guarantees`() async {
      #expect(await sure.mapValues { $0 * 2 }.async() == [6, 2, 4])
      #expect(await sure.flatMapValues { [$0, $0] }.async() == [3, 3, 1, 1, 2, 2])
      #expect(await sure.compactMapValues { $0 > 1 ? $0 : nil }.async() == [3, 2])
      #expect(await sure.filterValues { $0 > 1 }.async() == [3, 2])
      #expect(await sure.sortedValues().async() == [1, 2, 3])
      #expect(await sure.sortedValues { $0 > $1 }.async() == [3, 2, 1])
      #expect(await sure.thenMap { Guarantee.value($0 + 1) }.async() == [4, 2, 3])
      #expect(await sure.thenFlatMap { Guarantee.value([$0, 0]) }.async() == [3, 0, 1, 0, 2, 0])
      #expect(await sure.thenFlatMap { Promise.value([$0]) }.async() == [3, 1, 2])
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

    @Test func `key paths may be stored in variables`() async throws {
      let word = Word(text: "abc", number: nil, isLong: false)
      let (text, number, isLong) = (\Word.text, \Word.number, \Word.isLong)
      let (one, many) = (Promise.value(word), Promise.value([word, .seven]))
      #expect(try await one.map(text).async() == "abc")
      #expect(one.map(on: nil, flags: nil, text).value == "abc")
      let none = one.compactMap(on: nil, number)
      guard case PMKError.compactMap(let value, _)? = none.error else {
        return #expect(Bool(false), "\(none)")
      }
      #expect(value as? Word == word)
      #expect(try await many.mapValues(text).async() == ["abc", "seven"])
      #expect(try await many.compactMapValues(number).async() == [7])
      #expect(try await many.filterValues(isLong).async() == [.seven])
      let (sure, all) = (Guarantee.value(word), Guarantee.value([word, .seven]))
      #expect(await sure.map(text).async() == "abc")
      #expect(await all.mapValues(text).async() == ["abc", "seven"])
      #expect(await all.compactMapValues(number).async() == [7])
      #expect(await all.filterValues(isLong).async() == [.seven])
      #expect(type(of: sure.map(text)) == Guarantee<String>.self)
    }

    @Test func `literals of key paths fit one function each`() async throws {
      let (one, many) = (Promise.value(Word.seven), Promise.value([Word.seven]))
      #expect(try await one.map(\.text).async() == "seven")
      #expect(try await one.compactMap(\.number).async() == 7)
      #expect(try await many.mapValues(\.text).async() == ["seven"])
      #expect(try await many.compactMapValues(\.number).async() == [7])
      #expect(try await many.filterValues(\.isLong).async() == [.seven])
      let (sure, all) = (Guarantee.value(Word.seven), Guarantee.value([Word.seven]))
      #expect(await sure.map(\.text).async() == "seven")
      #expect(await all.mapValues(\.text).async() == ["seven"])
      #expect(await all.compactMapValues(\.number).async() == [7])
      #expect(await all.filterValues(\.isLong).async() == [.seven])
      #expect(type(of: sure.map(\.text)) == Guarantee<String>.self)
    }

    @Test func `a closure that throws rejects the whole`() async {
      let failed = numbers.mapValues { value -> Int in throw Problem.first }
      #expect(problem(await outcome(of: failed).problem) == .first)
      let then = numbers.thenMap { value -> Promise<Int> in throw Problem.second }
      #expect(problem(await outcome(of: then).problem) == .second)
    }

    @Test func `a single value is found, or rejects`() async throws {
      #expect(numbers.firstValue.value == 3)
      #expect(numbers.lastValue.value == 2)
      #expect(try await numbers.firstValue { $0 < 3 }.async() == 1)
      #expect(numbers.firstValue(on: nil, where: { $0 < 3 }).value == 1)
      let none = Promise.value([Int]())
      for promise in [
        none.firstValue, none.lastValue, numbers.firstValue(on: nil, where: { $0 > 9 }),
      ] {
        guard case PMKError.emptySequence? = promise.error else {
          return #expect(Bool(false), "\(promise)")
        }
      }
    }

    @Test func `generic code needs no more than a sequence`() async throws {
      func doubled<S: Sequence>(_ promise: Promise<S>) -> Promise<[Int]> where S.Element == Int {
        promise.mapValues { $0 * 2 }
      }
      #expect(try await doubled(numbers).async() == [6, 2, 4])
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
