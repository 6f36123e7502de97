import Pledge
import PledgeTestSupport
import Testing

struct ThenTests {
  private let values = Log<Int>()

  @Test func `ignores an error thrown by the first handler if there is no second`() {
    let source = Promise<Int>()
    source.then({ throw Broken(number: $0) }, nil)
    source.then({ values.add($0) }, nil)

    source.resolve(2)

    #expect(source.got == 2)
    #expect(values.entries == [2])
  }
}

struct RescueTests {
  @Test func `with a promise of another type, is rejected if there is nothing to rescue`() {
    let promise = Promise(value: 2).rescue(async: { (_: Broken) in Promise(value: "rescued") })

    #expect(promise.failure is NothingToRescueError)
  }
}

struct AnywayTests {
  @Test func `receives a discard above`() {
    let source = Promise<Int>()
    let promise = source.anyway { $0 == nil }

    source.discard()

    #expect(promise.got == true)
  }
}

@Suite(.hangLimit)
struct ResolveRejectTests {
  @Test func `one of two closures keeps the promise pending`() async throws {
    let kept = Locked<(@Sendable (Int) -> Void)?>(nil)
    let hasRun = Promise<Void>()
    let promise = Promise<Int> { resolve, _ in
      kept.value = resolve
      hasRun.resolve()
    }
    try await hasRun.value
    #expect(promise.isPending)

    kept.value?(1)

    #expect(promise.got == 1)
  }
}
