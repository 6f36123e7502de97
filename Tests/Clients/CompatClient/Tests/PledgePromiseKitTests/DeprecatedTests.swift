import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

// The deprecated names of the original, in each of their forms.
extension PromiseKitTests {
  @Suite struct Deprecated {
    private let numbers = Promise.value([3, 1, 2])
    private let queue = DispatchQueue(label: "old")

    @available(*, deprecated)
    @Test func `callbacks are wrapped by the old function`() {
      func optional(_ callback: @escaping (Int?, (any Error)?) -> Void) { callback(1, nil) }
      func value(_ callback: @escaping (Int, (any Error)?) -> Void) { callback(2, nil) }
      func turned(_ callback: @escaping ((any Error)?, Int?) -> Void) { callback(nil, 3) }
      func error(_ callback: @escaping ((any Error)?) -> Void) { callback(nil) }
      func sole(_ callback: @escaping (Int) -> Void) { callback(5) }
      #expect((wrap(optional) as Promise<Int>).value == 1)
      #expect((wrap(value) as Promise<Int>).value == 2)
      #expect((wrap(turned) as Promise<Int>).value == 3)
      #expect((wrap(error) as Promise<Void>).isFulfilled)
      #expect((wrap(sole) as Promise<Int>).value == 5)
    }

    @available(*, deprecated)
    @Test func `the error that a wrapped function passes or throws rejects`() {
      func optional(_ callback: @escaping (Int?, (any Error)?) -> Void) { callback(nil, nil) }
      func error(_ callback: @escaping ((any Error)?) -> Void) { callback(Problem.first) }
      guard case PMKError.invalidCallingConvention? = (wrap(optional) as Promise<Int>).error else {
        return #expect(Bool(false))
      }
      #expect(problem((wrap(error) as Promise<Void>).error) == .first)
      let thrown: Promise<Int> = wrap { (_: @escaping (Int) -> Void) in throw Problem.second }
      #expect(problem(thrown.error) == .second)
    }

    @available(*, deprecated)
    @Test func `the old names of operators mean the same`() async throws {
      #expect(try await numbers.filter { $0 > 1 }.async() == [3, 2])
      #expect(try await numbers.filter(on: queue, test: { $0 > 1 }).async() == [3, 2])
      #expect(numbers.filter(on: nil, test: { $0 > 1 }).value == [3, 2])
      #expect(numbers.first.value == 3)
      #expect(numbers.last.value == 2)
      #expect(try await numbers.sorted().async() == [1, 2, 3])
      #expect(try await numbers.sorted(on: queue).async() == [1, 2, 3])
      #expect(numbers.sorted(on: nil).value == [1, 2, 3])
    }

    @available(*, deprecated)
    @Test func `always runs either way, on the main queue unless another is named`() async throws {
      let seen = Log<String>()
      let fine = Promise.value(1).always {
        dispatchPrecondition(condition: .onQueue(.main))
        seen.add("value")
      }
      #expect(try await fine.async() == 1)
      let failed = Promise<Int>(error: Problem.first).always(
        on: queue,
        execute: { [queue] in
          dispatchPrecondition(condition: .onQueue(queue))
          seen.add("error")
        }
      )
      #expect(problem(await outcome(of: failed).problem) == .first)
      #expect(seen.entries == ["value", "error"])
    }
  }
}
