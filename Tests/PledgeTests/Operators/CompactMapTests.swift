import Pledge
import PledgeTestSupport
import Testing

struct CompactMapTests {
  @Test func `removes one of two optional layers`() {
    let promise = Promise(value: [Int?.none]).compactMap { $0.first }

    #expect(promise.got == .some(.none))
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: [1, 2]).compactMap(\.first).got == 1)
    #expect(Promise(value: [Int]()).compactMap(\.first).failure is NilValueError)
  }

  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let source = Promise(value: "2")
    let promises = [
      source.compactMap(on: context) { Int($0) },
      source.compactMap(on: context) { Int($0 + "x") },
      source.compactMap(on: context) { _ in throw Broken() },
    ]
    #expect(promises.allSatisfy { $0.isPending })

    context.runAll()

    #expect(promises[0].got == 2)
    #expect(promises[1].failure is NilValueError)
    #expect(promises[2].broken == Broken())
  }
}
