import Pledge
import PledgeTestSupport
import Testing

struct ValidateTests {
  private struct Door: Sendable {
    var isOpen: Bool
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: Door(isOpen: true)).validate(\.isOpen).isFulfilled)
    let promise = Promise(value: Door(isOpen: false)).validate(orThrow: Broken(), \.isOpen)
    #expect(promise.broken == Broken())
  }

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
}
