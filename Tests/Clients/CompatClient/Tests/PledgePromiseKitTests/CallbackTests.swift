import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

private enum Callbacks {
  static func optional(_ callback: @escaping (Int?, (any Error)?) -> Void) { callback(1, nil) }
  static func value(_ callback: @escaping (Int, (any Error)?) -> Void) { callback(2, nil) }
  static func turned(_ callback: @escaping ((any Error)?, Int?) -> Void) { callback(nil, 3) }
  static func result(_ callback: @escaping (Swift.Result<Int, any Error>) -> Void) {
    callback(.success(4))
  }
  static func sole(_ callback: @escaping @Sendable (Int) -> Void) { callback(5) }
  static func error(_ callback: @escaping ((any Error)?) -> Void) { callback(nil) }
  static func broken(_ callback: @escaping ((any Error)?) -> Void) { callback(Problem.first) }
  static func failure(_ callback: @escaping (any Error) -> Void) { callback(Problem.first) }
  static func end(_ callback: @escaping () -> Void) { callback() }
  static func nothing(_ callback: @escaping (Int?, (any Error)?) -> Void) { callback(nil, nil) }
}

extension PromiseKitTests {
  @Suite struct Resolvers {
    @Test(arguments: [(1, nil), (nil, .first), (1, .first)] as [(Int?, Problem?)])
    func `a value or an error settles, and the error takes precedence`(
      _ value: Int?,
      _ error: Problem?
    ) {
      for promise in [
        Promise<Int> { $0.resolve(value, error) }, Promise { $0.resolve(error, value) },
      ] {
        #expect(problem(promise.error) == error)
        #expect(promise.value == (error == nil ? value : nil))
      }
      let neither = Promise<Int> { $0.resolve(nil as Int?, nil) }
      #expect(isSame(neither.error, .invalidCallingConvention))
    }

    @Test func `a result of either kind settles`() {
      #expect(Promise<Int> { $0.resolve(.fulfilled(1)) }.value == 1)
      #expect(problem(Promise<Int> { $0.resolve(.rejected(Problem.first)) }.error) == .first)
      let success = Swift.Result<Int, Problem>.success(1)
      let failure = Swift.Result<Int, Problem>.failure(.first)
      #expect(Promise<Int> { $0.resolve(success) }.value == 1)
      #expect(problem(Promise<Int> { $0.resolve(failure) }.error) == .first)
    }

    @Test func `its methods can be passed as callbacks`() {
      #expect(Promise<Int> { Callbacks.optional($0.resolve) }.value == 1)
      #expect(Promise<Int> { Callbacks.value($0.resolve) }.value == 2)
      #expect(Promise<Int> { Callbacks.turned($0.resolve) }.value == 3)
      #expect(Promise<Int> { Callbacks.result($0.resolve) }.value == 4)
      #expect(Promise<Int> { Callbacks.sole($0.fulfill) }.value == 5)
      #expect(Promise<Void> { Callbacks.error($0.resolve) }.isFulfilled)
      #expect(problem(Promise<Void> { Callbacks.broken($0.resolve) }.error) == .first)
      #expect(problem(Promise<Int> { Callbacks.failure($0.reject) }.error) == .first)
      #expect(Promise<Void> { Callbacks.end($0.fulfill_) }.isFulfilled)
    }
  }

  /// The deprecated names of the original, in each of their forms.
  @Suite struct Deprecated {
    private let numbers = Promise.value([3, 1, 2])
    private let queue = DispatchQueue(label: "old")

    @available(*, deprecated)
    @Test func `callbacks are wrapped by the old function, with the errors they pass or throw`() {
      #expect((wrap(Callbacks.optional) as Promise<Int>).value == 1)
      #expect((wrap(Callbacks.value) as Promise<Int>).value == 2)
      #expect((wrap(Callbacks.turned) as Promise<Int>).value == 3)
      #expect((wrap(Callbacks.sole) as Promise<Int>).value == 5)
      #expect((wrap(Callbacks.error) as Promise<Void>).isFulfilled)
      #expect(problem((wrap(Callbacks.broken) as Promise<Void>).error) == .first)
      let neither: Promise<Int> = wrap(Callbacks.nothing)
      #expect(isSame(neither.error, .invalidCallingConvention))
      let thrown: Promise<Int> = wrap { (_: @escaping (Int) -> Void) in throw Problem.second }
      #expect(problem(thrown.error) == .second)
    }

    @available(*, deprecated)
    @Test func `the old names of operators mean the same`() async throws {
      #expect(try await numbers.filter { $0 > 1 }.async() == [3, 2])
      #expect(try await numbers.filter(on: queue, test: { $0 > 1 }).async() == [3, 2])
      #expect(numbers.filter(on: nil, test: { $0 > 1 }).value == [3, 2])
      #expect(numbers.first.value == 3 && numbers.last.value == 2)
      #expect(try await numbers.sorted().async() == [1, 2, 3])
      #expect(try await numbers.sorted(on: queue).async() == [1, 2, 3])
      #expect(numbers.sorted(on: nil).value == [1, 2, 3])
    }

    @available(*, deprecated)
    @Test func `always runs on the main queue unless another is named`() async throws {
      let places = Log<String?>()
      let end = numbers.always { dispatchPrecondition(condition: .onQueue(.main)) }
        .always(on: .marked("old"), execute: { places.add(DispatchQueue.currentMark) })
      #expect(try await end.async() == [3, 1, 2] && places.entries == ["old"])
    }
  }
}
