import Pledge
import Testing

struct RecoverFromTests {
  private struct Other: Error {}

  @Test func `recovers from an error of the type`() {
    let source = Promise<Int>()
    let promise = source.recover(from: Broken.self) { $0.number + 1 }
    #expect(promise.isPending)

    source.reject(Broken(number: 1))

    #expect(promise.got == 2)
  }

  @Test func `passes an error of another type`() {
    let promise = Promise<Int>(error: Other()).recover(from: Broken.self) { $0.number }

    #expect(promise.failure is Other)
  }

  @Test func `passes a value`() {
    #expect(Promise(value: 2).recover(from: Broken.self) { $0.number }.got == 2)
  }

  @Test func `finds the first recovery that fits`() {
    let promise = Promise<Int>(error: Broken(number: 1))
      .recover(from: Other.self) { _ in 2 }
      .recover(from: Broken.self) { _ in 3 }
      .recover(from: Broken.self) { _ in 4 }

    #expect(promise.got == 3)
  }

  @Test func `takes a protocol, and a reason that is no error`() {
    #expect(Promise<Int>(error: Other()).recover(from: (any Error).self) { _ in 2 }.got == 2)
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.recover(from: RejectionReasonError.self) {
      ($0.reason as? String)?.count ?? 0
    }
    #expect(promise.got == 3)
  }

  @Test func `is rejected with what the recovery throws`() {
    let promise = Promise<Int>(error: Other()).recover(from: Other.self) { _ in
      throw Broken(number: 2)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `on a context, the recovery runs as a job of that`() {
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
