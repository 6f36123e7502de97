import PledgePromiseKit
import Testing

extension PromiseKitTests {
  @Suite struct Resolvers {
    @Test func `a value or an error settles, and the error takes precedence`() {
      let optional: [(Int?, Problem?)] = [(1, nil), (nil, .first), (1, .first)]
      for (value, error) in optional {
        let promise = Promise<Int> { $0.resolve(value, error) }
        let turned = Promise<Int> { $0.resolve(error, value) }
        for promise in [promise, turned] {
          #expect(problem(promise.error) == error)
          #expect(promise.value == (error == nil ? value : nil))
        }
      }
      let neither = Promise<Int> { $0.resolve(nil as Int?, nil) }
      guard case PMKError.invalidCallingConvention? = neither.error else {
        return #expect(Bool(false))
      }
    }

    @Test func `a result of either kind settles`() {
      #expect(Promise<Int> { $0.resolve(.fulfilled(1)) }.value == 1)
      #expect(problem(Promise<Int> { $0.resolve(.rejected(Problem.first)) }.error) == .first)
      let success = Swift.Result<Int, Problem>.success(1)
      let failure = Swift.Result<Int, Problem>.failure(.first)
      #expect(Promise<Int> { $0.resolve(success) }.value == 1)
      #expect(problem(Promise<Int> { $0.resolve(failure) }.error) == .first)
    }

    @Test func `a void promise is settled by an optional error`() {
      #expect(Promise<Void> { $0.resolve(nil) }.isFulfilled)
      #expect(problem(Promise<Void> { $0.resolve(Problem.first) }.error) == .first)
      #expect(Promise<Void> { $0.fulfill_() }.isFulfilled)
    }

    @Test func `its methods can be passed as callbacks`() {
      func optional(_ callback: @escaping (Int?, (any Error)?) -> Void) { callback(1, nil) }
      func value(_ callback: @escaping (Int, (any Error)?) -> Void) { callback(2, nil) }
      func turned(_ callback: @escaping ((any Error)?, Int?) -> Void) { callback(nil, 3) }
      func result(_ callback: @escaping (Swift.Result<Int, any Error>) -> Void) {
        callback(.success(4))
      }
      func sole(_ callback: @escaping @Sendable (Int) -> Void) { callback(5) }
      func error(_ callback: @escaping ((any Error)?) -> Void) { callback(nil) }
      func failure(_ callback: @escaping (any Error) -> Void) { callback(Problem.first) }
      func end(_ callback: @escaping () -> Void) { callback() }
      #expect(Promise<Int> { optional($0.resolve) }.value == 1)
      #expect(Promise<Int> { value($0.resolve) }.value == 2)
      #expect(Promise<Int> { turned($0.resolve) }.value == 3)
      #expect(Promise<Int> { result($0.resolve) }.value == 4)
      #expect(Promise<Int> { sole($0.fulfill) }.value == 5)
      #expect(Promise<Void> { error($0.resolve) }.isFulfilled)
      #expect(problem(Promise<Int> { failure($0.reject) }.error) == .first)
      #expect(Promise<Void> { end($0.fulfill_) }.isFulfilled)
    }
  }
}
