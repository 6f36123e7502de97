import Pledge
import Testing

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

  @Test func `passes an error of another type`() {
    let promise = Promise<Int>(error: Other()).flatMapError(from: Broken.self) {
      Promise(value: $0.number)
    }

    #expect(promise.failure is Other)
  }

  @Test func `passes a value`() {
    #expect(
      Promise(value: 2).flatMapError(from: Broken.self) { Promise(value: $0.number) }.got == 2
    )
  }

  @Test func `finds the first recovery that fits`() {
    let promise = Promise<Int>(error: Broken(number: 1))
      .flatMapError(from: Other.self) { _ in Promise(value: 2) }
      .flatMapError(from: Broken.self) { _ in Promise(value: 3) }
      .flatMapError(from: Broken.self) { _ in Promise(value: 4) }

    #expect(promise.got == 3)
  }

  @Test func `takes a protocol, and a reason that is no error`() {
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

  @Test func `is rejected with what the recovery throws`() {
    let promise = Promise<Int>(error: Other()).flatMapError(from: Other.self) { _ in
      throw Broken(number: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the recovery runs as a job of that`() {
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
