import Pledge
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

  @Test func `passes a value without calling the recovery`() {
    let calls = Tally<Void>()
    let promise = Promise(value: 2).flatMapError { _ in
      calls.note()
      return Promise(value: 3)
    }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }

  @Test func `is rejected with what the recovery throws`() {
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
  @Test func `on a context, the recovery runs as a job of that`() {
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
    #expect(context.jobs == 0)
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
