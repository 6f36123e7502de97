import Pledge
import PledgeTestSupport
import Testing

struct MapErrorTests {
  @Test func `transforms the error`() {
    let promise = Promise<Int>(error: Broken(number: 1)).mapError { _ in Broken(number: 2) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `transforms an error that arrives later`() {
    let source = Promise<Int>()
    let promise = source.mapError { _ in Broken(number: 2) }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes the error to the transform`() {
    let errors = Log<any Error>()
    let promise = Promise<Int>(error: Broken(number: 1)).mapError { error in
      errors.add(error)
      return error
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(errors.entries.first as? Broken == Broken(number: 1))
  }

  @Test func `passes on a value without calling the transform`() {
    let calls = Log<Void>()
    let promise = Promise(value: 2).mapError { error in
      calls.add()
      return error
    }

    #expect(promise.got == 2)
    #expect(calls.count == 0)
  }
}

// MARK: - On a context

extension MapErrorTests {
  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken(number: 1)).mapError(on: context) { _ in
      Broken(number: 2)
    }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, a value needs no job`() {
    let context = ManualContext()
    let promise = Promise(value: 2).mapError(on: context) { $0 }

    #expect(promise.got == 2)
    #expect(context.count == 0)
  }
}

// MARK: - On the main actor

extension MapErrorTests {
  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.mapError(on: MainActor.shared) { _ in
      screen.lines.append("error")
      return Broken(number: screen.lines.count)
    }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.broken == Broken(number: 1))
  }
}
