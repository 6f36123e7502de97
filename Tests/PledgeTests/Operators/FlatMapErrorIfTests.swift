import Pledge
import Testing

struct FlatMapErrorIfTests {
  private let isOne: @Sendable (any Error) -> Bool = { $0 as? Broken == Broken(number: 1) }

  @Test func `settles as the promise for an error that the predicate says yes to`() {
    let source = Promise<Int>()
    let promise = source.flatMapError(if: isOne) { _ in Promise(value: 2) }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `passes an error that the predicate says no to`() {
    let promise = Promise<Int>(error: Broken(number: 2)).flatMapError(if: isOne) { _ in
      Promise(value: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes a value without asking the predicate`() {
    let calls = Tally<Void>()
    let asked: @Sendable (any Error) -> Bool = { _ in
      calls.note()
      return true
    }
    let promise = Promise(value: 2).flatMapError(if: asked) { _ in Promise(value: 3) }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with what the predicate throws`() {
    let source = Promise<Int>(error: Broken(number: 1))
    let ask: @Sendable (any Error) throws -> Bool = { _ in throw Broken(number: 2) }
    let promise = source.flatMapError(if: ask) { _ in Promise(value: 3) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `is rejected with what the recovery throws`() {
    let source = Promise<Int>(error: Broken(number: 1))
    let promise = source.flatMapError(if: isOne) { _ in throw Broken(number: 2) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, both closures run in one job of that`() {
    let context = ManualContext()
    let source = Promise<Int>(error: Broken(number: 1))
    let calls = Tally<String>()
    let promises = [true, false].map { answer in
      source.flatMapError(
        on: context,
        if: { _ in
          calls.note("\(answer)")
          return answer
        }
      ) { _ in
        calls.note("recover")
        return Promise(value: 2)
      }
    }
    #expect(calls.count == 0)

    context.next()?()
    #expect(calls.entries == ["true", "recover"])
    context.runAll()

    #expect(promises.map(\.got) == [2, nil])
    #expect(promises[1].broken == Broken(number: 1))
  }

  @Test @MainActor func `on the main actor, both closures use its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let isFirst: @MainActor @Sendable (any Error) -> Bool = { _ in screen.lines.isEmpty }
    let promises = [
      source.flatMapError(on: MainActor.shared, if: isFirst) { _ in
        screen.lines.append("error")
        return Promise(value: 2)
      },
      source.flatMapError(on: MainActor.shared, if: isFirst) { _ in Promise(value: 3) },
    ]

    source.reject(Broken(number: 1))
    await mainQueueDrained()

    #expect(promises.map(\.got) == [2, nil])
    #expect(promises[1].broken == Broken(number: 1))
  }
}
