import Pledge
import PledgeTestSupport
import Testing

struct FlatMapErrorTests {
  @Test func `is fulfilled as the promise that the recovery returns`() {
    let promise = Promise<Int>(error: Broken()).flatMapError { _ in Promise(value: 2) }

    #expect(promise.got == 2)
  }

  @Test func `waits for the promise that the recovery returns`() {
    let inner = Promise<Int>()
    let promise = Promise<Int>(error: Broken()).flatMapError { _ in inner }
    #expect(promise.isPending)

    inner.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `is rejected as the promise that the recovery returns`() {
    let source = Promise<Int>()
    let promise = source.flatMapError { _ in Promise<Int>(error: Broken(number: 2)) }

    source.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a value without calling the recovery`() {
    let calls = Log<Void>()
    let promise = Promise(value: 2).flatMapError { _ in
      calls.add()
      return Promise(value: 3)
    }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the recovery throws`() {
    let source = Promise<Int>()
    let promise = source.flatMapError { _ in throw Broken(number: 2) }

    source.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `a stage whose recovery returns that stage is rejected`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let stage = source.flatMapError { _ in try #require(slot.value) }
    slot.value = stage

    source.reject(Broken())

    #expect(stage.failure is CycleError)
    slot.value = nil
  }
}

// MARK: - On a context

extension FlatMapErrorTests {
  @Test func `on a context, the recovery runs as a job`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken()).flatMapError(on: context) { _ in
      Promise(value: 2)
    }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 2)
  }

  @Test func `on a context, a value needs no job`() {
    let context = ManualContext()
    let promise = Promise(value: 2).flatMapError(on: context) { _ in Promise(value: 3) }

    #expect(promise.got == 2)
    #expect(context.count == 0)
  }
}

// MARK: - On the main actor

extension FlatMapErrorTests {
  @Test @MainActor func `on the main actor, the recovery uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.flatMapError(on: MainActor.shared) { _ in
      screen.lines.append("error")
      return Promise(value: screen.lines.count)
    }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.got == 1)
  }
}

// MARK: - Errors of one type

struct FlatMapErrorFromTests {
  private struct Other: Error {}

  @Test func `settles as the promise for an error of the type`() {
    let source = Promise<Int>()
    let promise = source.flatMapError(from: Broken.self) { Promise(value: $0.number + 1) }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `waits for the promise that the recovery returns`() {
    let inner = Promise<Int>()
    let promise = Promise<Int>(error: Broken()).flatMapError(from: Broken.self) { _ in inner }
    #expect(promise.isPending)

    inner.reject(Other())

    #expect(promise.failure is Other)
  }

  @Test func `passes on an error of another type`() {
    let promise = Promise<Int>(error: Other()).flatMapError(from: Broken.self) {
      Promise(value: $0.number)
    }

    #expect(promise.failure is Other)
  }

  @Test func `passes on a value`() {
    #expect(
      Promise(value: 2).flatMapError(from: Broken.self) { Promise(value: $0.number) }.got == 2
    )
  }

  @Test func `uses the first recovery that matches`() {
    let promise = Promise<Int>(error: Broken(number: 1))
      .flatMapError(from: Other.self) { _ in Promise(value: 2) }
      .flatMapError(from: Broken.self) { _ in Promise(value: 3) }
      .flatMapError(from: Broken.self) { _ in Promise(value: 4) }

    #expect(promise.got == 3)
  }

  @Test func `accepts a protocol, and a reason that is not an error`() {
    #expect(
      Promise<Int>(error: Other()).flatMapError(from: (any Error).self) { _ in Promise(value: 2) }
        .got == 2
    )
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.flatMapError(from: RejectionReasonError.self) {
      Promise(value: $0.reason as? String == "why" ? 3 : 0)
    }
    #expect(promise.got == 3)
  }

  @Test func `is rejected with the error that the recovery throws`() {
    let promise = Promise<Int>(error: Other()).flatMapError(from: Other.self) { _ in
      throw Broken(number: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the recovery runs as a job`() {
    let context = ManualContext()
    let source = Promise<Int>(error: Broken(number: 1))
    let promise = source.flatMapError(on: context, from: Broken.self) {
      Promise(value: $0.number + 1)
    }
    let other = source.flatMapError(on: context, from: Other.self) { _ in Promise(value: 2) }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 2)
    #expect(other.broken == Broken(number: 1))
  }

  @Test @MainActor func `on the main actor, the recovery uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.flatMapError(on: MainActor.shared, from: Broken.self) { error in
      screen.lines.append("error")
      return Promise(value: error.number + screen.lines.count)
    }
    let other = source.flatMapError(on: MainActor.shared, from: Other.self) { _ in
      Promise(value: screen.lines.count)
    }

    source.reject(Broken(number: 1))
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.got == 2)
    #expect(other.broken == Broken(number: 1))
  }
}

// MARK: - Errors that satisfy a predicate

struct FlatMapErrorIfTests {
  private let isOne: @Sendable (any Error) -> Bool = { $0 as? Broken == Broken(number: 1) }

  @Test func `settles as the promise for an error that matches the predicate`() {
    let source = Promise<Int>()
    let promise = source.flatMapError(if: isOne) { _ in Promise(value: 2) }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `passes on an error that does not match the predicate`() {
    let promise = Promise<Int>(error: Broken(number: 2)).flatMapError(if: isOne) { _ in
      Promise(value: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a value without calling the predicate`() {
    let calls = Log<Void>()
    let asked: @Sendable (any Error) -> Bool = { _ in
      calls.add()
      return true
    }
    let promise = Promise(value: 2).flatMapError(if: asked) { _ in Promise(value: 3) }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the predicate throws`() {
    let source = Promise<Int>(error: Broken(number: 1))
    let ask: @Sendable (any Error) throws -> Bool = { _ in throw Broken(number: 2) }
    let promise = source.flatMapError(if: ask) { _ in Promise(value: 3) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `is rejected with the error that the recovery throws`() {
    let source = Promise<Int>(error: Broken(number: 1))
    let promise = source.flatMapError(if: isOne) { _ in throw Broken(number: 2) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, both closures run in one job`() {
    let context = ManualContext()
    let source = Promise<Int>(error: Broken(number: 1))
    let calls = Log<String>()
    let promises = [true, false].map { answer in
      source.flatMapError(
        on: context,
        if: { _ in
          calls.add("\(answer)")
          return answer
        }
      ) { _ in
        calls.add("recover")
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
