import Pledge
import PledgeTestSupport
import Testing

struct RecoverTests {
  @Test func `is fulfilled with the value that the recovery returns`() {
    let promise = Promise<Int>(error: Broken(number: 1)).recover { _ in 2 }

    #expect(promise.got == 2)
  }

  @Test func `recovers from an error that arrives later`() {
    let source = Promise<Int>()
    let promise = source.recover { ($0 as? Broken)?.number ?? 0 }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 1)
  }

  @Test func `passes on a value without calling the recovery`() {
    let calls = Log<Void>()
    let promise = Promise(value: 2).recover { _ in
      calls.add()
      return 3
    }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the recovery throws`() {
    let source = Promise<Int>()
    let promise = source.recover { _ in throw Broken(number: 2) }

    source.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `recovers from the discard of its source`() {
    let source = Promise<Int>()
    let promise = source.recover { $0 is DiscardedError ? 1 : 2 }

    source.discard()

    #expect(promise.got == 1)
  }

  @Test func `does not recover from its own discard`() {
    let source = Promise<Int>()
    let promise = source.recover { _ in 1 }

    promise.discard()
    source.reject(Broken())

    #expect(promise.isDiscarded)
    #expect(source.broken == Broken())
  }
}

// MARK: - On a context

extension RecoverTests {
  @Test func `on a context, the recovery runs as a job`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken()).recover(on: context) { _ in 2 }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 2)
  }

  @Test func `on a context, a value needs no job`() {
    let context = ManualContext()
    let promise = Promise(value: 2).recover(on: context) { _ in 3 }

    #expect(promise.got == 2)
    #expect(context.count == 0)
  }

  @Test func `on a context, the recovery may throw`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken()).recover(on: context) { _ in
      throw Broken(number: 2)
    }

    context.runAll()

    #expect(promise.broken == Broken(number: 2))
  }
}

// MARK: - On the main actor

extension RecoverTests {
  @Test @MainActor func `on the main actor, the recovery uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.recover(on: MainActor.shared) { _ in
      screen.lines.append("error")
      return screen.lines.count
    }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.got == 1)
  }

  @Test @MainActor func `on the main actor, the recovery may throw`() async {
    let source = Promise<Int>()
    let promise = source.recover(on: MainActor.shared) { _ in throw Broken(number: 2) }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(promise.broken == Broken(number: 2))
  }
}

// MARK: - Errors of one type

struct RecoverFromTests {
  private struct Other: Error {}

  @Test func `recovers from an error of the type`() {
    let source = Promise<Int>()
    let promise = source.recover(from: Broken.self) { $0.number + 1 }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `passes on an error of another type`() {
    let promise = Promise<Int>(error: Other()).recover(from: Broken.self) { $0.number }

    #expect(promise.failure is Other)
  }

  @Test func `passes on a value`() {
    #expect(Promise(value: 2).recover(from: Broken.self) { $0.number }.got == 2)
  }

  @Test func `uses the first recovery that matches`() {
    let promise = Promise<Int>(error: Broken(number: 1))
      .recover(from: Other.self) { _ in 2 }
      .recover(from: Broken.self) { _ in 3 }
      .recover(from: Broken.self) { _ in 4 }

    #expect(promise.got == 3)
  }

  @Test func `accepts a protocol, and a reason that is not an error`() {
    #expect(Promise<Int>(error: Other()).recover(from: (any Error).self) { _ in 2 }.got == 2)
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.recover(from: RejectionReasonError.self) {
      ($0.reason as? String)?.count ?? 0
    }
    #expect(promise.got == 3)
  }

  @Test func `is rejected with the error that the recovery throws`() {
    let promise = Promise<Int>(error: Other()).recover(from: Other.self) { _ in
      throw Broken(number: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the recovery runs as a job`() {
    let context = ManualContext()
    let source = Promise<Int>(error: Broken(number: 1))
    let promise = source.recover(on: context, from: Broken.self) { $0.number + 1 }
    let other = source.recover(on: context, from: Other.self) { _ in 2 }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 2)
    #expect(other.broken == Broken(number: 1))
  }

  @Test @MainActor func `on the main actor, the recovery uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.recover(on: MainActor.shared, from: Broken.self) { error in
      screen.lines.append("error")
      return error.number + screen.lines.count
    }
    let other = source.recover(on: MainActor.shared, from: Other.self) { _ in screen.lines.count }

    source.reject(Broken(number: 1))
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.got == 2)
    #expect(other.broken == Broken(number: 1))
  }
}

// MARK: - Errors that satisfy a predicate

struct RecoverIfTests {
  private let isOne: @Sendable (any Error) -> Bool = { $0 as? Broken == Broken(number: 1) }

  @Test func `recovers from an error that matches the predicate`() {
    let source = Promise<Int>()
    let promise = source.recover(if: isOne) { _ in 2 }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `passes on an error that does not match the predicate`() {
    let promise = Promise<Int>(error: Broken(number: 2)).recover(if: isOne) { _ in 2 }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a value without calling the predicate`() {
    let calls = Log<Void>()
    let asked: @Sendable (any Error) -> Bool = { _ in
      calls.add()
      return true
    }
    let promise = Promise(value: 2).recover(if: asked) { _ in 3 }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the predicate throws`() {
    let source = Promise<Int>(error: Broken(number: 1))
    let promise = source.recover(if: { _ in throw Broken(number: 2) }, { _ in 3 })

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `is rejected with the error that the recovery throws`() {
    let source = Promise<Int>(error: Broken(number: 1))
    let promise = source.recover(if: isOne) { _ in throw Broken(number: 2) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, both closures run in one job`() {
    let context = ManualContext()
    let source = Promise<Int>(error: Broken(number: 1))
    let calls = Log<String>()
    let promises = [true, false].map { answer in
      source.recover(
        on: context,
        if: { _ in
          calls.add("\(answer)")
          return answer
        }
      ) { _ in
        calls.add("recover")
        return 2
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
      source.recover(on: MainActor.shared, if: isFirst) { _ in
        screen.lines.append("error")
        return 2
      },
      source.recover(on: MainActor.shared, if: isFirst) { _ in 3 },
    ]

    source.reject(Broken(number: 1))
    await mainQueueDrained()

    #expect(promises.map(\.got) == [2, nil])
    #expect(promises[1].broken == Broken(number: 1))
  }
}
