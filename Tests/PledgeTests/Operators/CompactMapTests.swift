import Pledge
import PledgeTestSupport
import Testing

struct CompactMapTests {
  @Test func `is fulfilled with the value that the transform returns`() {
    let source = Promise<String>()
    let promise = source.compactMap { Int($0) }
    #expect(promise.isPending)

    source.resolve("12")

    #expect(promise.got == 12)
  }

  @Test func `is rejected if the transform returns nil`() {
    #expect(Promise(value: "x").compactMap { Int($0) }.failure is NilValueError)
  }

  @Test func `removes one of two optional layers`() {
    let promise = Promise(value: [Int?.none]).compactMap { $0.first }

    #expect(promise.got == .some(.none))
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: [1, 2]).compactMap(\.first).got == 1)
    #expect(Promise(value: [Int]()).compactMap(\.first).failure is NilValueError)
  }

  @Test func `passes on a rejection without calling the transform`() {
    let calls = Log<Void>()
    let promise = Promise<Int>(error: Broken(number: 1)).compactMap { _ -> Int? in
      calls.add()
      return nil
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the transform throws`() {
    let promise = Promise(value: 2).compactMap { throw Broken(number: $0) } as Promise<Int>

    #expect(promise.broken == Broken(number: 2))
  }
}

// MARK: - On a context and on the main actor

extension CompactMapTests {
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

  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promises = [
      source.compactMap(on: MainActor.shared) { value in
        screen.lines.append("\(value)")
        return screen.lines.first
      },
      source.compactMap(on: MainActor.shared) { _ in screen.lines.dropFirst().first },
    ]

    source.resolve(2)
    await mainQueueDrained()

    #expect(promises[0].got == "2")
    #expect(promises[1].failure is NilValueError)
  }
}
