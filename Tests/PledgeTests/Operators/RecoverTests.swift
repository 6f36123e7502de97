import Pledge
import Testing

struct RecoverTests {
  @Test func `is fulfilled with what the recovery returns`() {
    let promise = Promise<Int>(error: Broken(number: 1)).recover { _ in 2 }

    #expect(promise.got == 2)
  }

  @Test func `recovers from an error that comes later`() {
    let source = Promise<Int>()
    let promise = source.recover { ($0 as? Broken)?.number ?? 0 }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 1)
  }

  @Test func `passes a value without calling the recovery`() {
    let calls = Tally<Void>()
    let promise = Promise(value: 2).recover { _ in
      calls.note()
      return 3
    }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with what the recovery throws`() {
    let source = Promise<Int>()
    let promise = source.recover { _ in throw Broken(number: 2) }

    source.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `recovers from a discard above`() {
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
  @Test func `on a context, the recovery runs as a job of that`() {
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
    #expect(context.jobs == 0)
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
