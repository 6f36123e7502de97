import Pledge
import PledgeTestSupport
import Testing

struct ValidateTests {
  private struct Door: Sendable {
    var isOpen: Bool
  }

  @Test func `passes on a valid value`() {
    let source = Promise<Int>()
    let promise = source.validate { $0 > 1 }
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.got == 2)
  }

  @Test func `an invalid value is an error`() {
    #expect(Promise(value: 1).validate { $0 > 1 }.failure is InvalidValueError)
  }

  @Test func `an invalid value may cause a custom error`() {
    let promise = Promise(value: 1).validate(orThrow: Broken(number: 1)) { $0 > 1 }

    #expect(promise.broken == Broken(number: 1))
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: Door(isOpen: true)).validate(\.isOpen).isFulfilled)
    let promise = Promise(value: Door(isOpen: false)).validate(orThrow: Broken(), \.isOpen)
    #expect(promise.broken == Broken())
  }

  @Test func `is rejected with the error that the predicate throws`() {
    let promise = Promise(value: 2).validate(orThrow: Broken(number: 1)) {
      throw Broken(number: $0)
    }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `passes on a rejection without calling the predicate`() {
    let calls = Log<Void>()
    let promise = Promise<Int>(error: Broken(number: 1)).validate { _ in
      calls.add()
      return false
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(calls.count == 0)
  }
}

// MARK: - On a context and on the main actor

extension ValidateTests {
  @Test func `on a context, the predicate runs as a job`() {
    let context = ManualContext()
    let source = Promise(value: 2)
    let promises = [
      source.validate(on: context) { $0 > 1 },
      source.validate(on: context) { $0 > 2 },
      source.validate(on: context, orThrow: Broken(number: 1)) { $0 > 2 },
      source.validate(on: context) { _ in throw Broken(number: 2) },
    ]
    #expect(promises.allSatisfy { $0.isPending })

    context.runAll()

    #expect(promises[0].got == 2)
    #expect(promises[1].failure is InvalidValueError)
    #expect(promises[2].broken == Broken(number: 1))
    #expect(promises[3].broken == Broken(number: 2))
  }

  @Test @MainActor func `on the main actor, the predicate uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promises = [
      source.validate(on: MainActor.shared) { _ in screen.lines.isEmpty },
      source.validate(on: MainActor.shared) { _ in !screen.lines.isEmpty },
      source.validate(on: MainActor.shared, orThrow: Broken()) { _ in !screen.lines.isEmpty },
    ]

    source.resolve(2)
    await mainQueueDrained()

    #expect(promises[0].got == 2)
    #expect(promises[1].failure is InvalidValueError)
    #expect(promises[2].broken == Broken())
  }
}
