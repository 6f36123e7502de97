import Pledge
import PledgeTestSupport
import Testing

/// The forms of every operator that takes a context.
struct OperatorFormsTests {
  private let context = ManualContext()
  private let cage = Cage()
  private let source = Source()

  @Test(arguments: Operator.ofValues + Operator.ofErrors)
  func `an outcome that is passed on does not run the handler`(of operation: Operator) {
    let stage = operation.plain(source.promise) { Issue.record("The handler ran.") }

    source.end(operation.ending == .rejected ? .fulfilled : .rejected, of: stage, with: cage)

    #expect(stage.isFulfilled == (operation.ending == .rejected))
    #expect(stage.isFulfilled || stage.failure is Canary)
    source.handleErrors(of: stage)
  }
}

// MARK: - Handlers that throw, or return their own stage

extension OperatorFormsTests {
  @Test func `a stage whose handler returns that stage is rejected`() {
    let slot = Locked<Promise<Int>?>(nil)
    let own: @Sendable () throws -> Promise<Int> = { try #require(slot.value) }
    let derivations: [(Promise<Int>) -> Promise<Int>] = [
      { $0.flatMap(on: context) { _ in try own() } },
      { $0.map { _ in throw Broken() }.flatMapError { _ in try own() } },
    ]

    for derive in derivations {
      let source = Promise<Int>()
      let stage = derive(source)
      slot.value = stage
      source.resolve(1)
      context.runAll()
      #expect(stage.failure is CycleError)
    }
    slot.value = nil
  }

  @Test func `a handler for selected errors may throw`() {
    let error = Promise<Int>(error: Broken())
    let isAny: @Sendable (any Error) -> Bool = { _ in true }
    let fail: @Sendable (any Error) throws -> Int = { _ in throw Broken(number: 2) }
    let stages: [Promise<Int>] = [
      error.recover(from: Broken.self) { try fail($0) },
      error.recover(if: isAny) { try fail($0) },
      error.flatMapError(from: Broken.self) { Promise(value: try fail($0)) },
      error.flatMapError(if: isAny) { Promise(value: try fail($0)) },
    ]

    #expect(stages.map(\.broken) == Array(repeating: Broken(number: 2), count: stages.count))
  }

  @Test @MainActor func `on the main actor, a handler may throw`() async {
    let (value, error) = (Promise(value: 2), Promise<Int>(error: Broken()))
    let fail: @MainActor @Sendable (Int) throws -> Int = { throw Broken(number: $0) }
    let stages: [Promise<Int>] = [
      value.map(on: MainActor.shared) { try fail($0) },
      value.flatMap(on: MainActor.shared) { Promise(value: try fail($0)) },
      value.tap(on: MainActor.shared) { _ = try fail($0) },
      error.recover(on: MainActor.shared) { _ in try fail(2) },
      error.flatMapError(on: MainActor.shared) { _ in Promise(value: try fail(2)) },
    ]

    await mainQueueDrained()

    #expect(stages.map(\.broken) == Array(repeating: Broken(number: 2), count: stages.count))
  }
}

// MARK: - Results

extension OperatorFormsTests {
  private struct Other: Error {}

  @Test func `on a context, operators of sequences have the results of their closures`() {
    let numbers = Promise(value: [2, 3, 1])
    let arrays: [Promise<[Int]>] = [
      numbers.mapValues(on: context) { $0 + 1 },
      numbers.flatMapValues(on: context) { [$0, -$0] },
      numbers.compactMapValues(on: context) { $0 > 1 ? -$0 : nil },
      numbers.filterValues(on: context) { $0 > 1 },
      numbers.sortedValues(on: context, by: >),
    ]
    let found = numbers.firstValue(on: context) { $0 > 2 }
    let missing = numbers.firstValue(on: context) { $0 > 3 }

    context.runAll()

    #expect(
      arrays.map(\.got) == [[3, 4, 2], [2, -2, 3, -3, 1, -1], [-2, -3], [2, 3], [3, 2, 1]]
    )
    #expect(found.got == 3)
    #expect(missing.failure is NoSuchElementError)
  }

  @Test @MainActor func `on the main actor, handlers of values use its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let stages: [Promise<Int>] = [
      source.map(on: MainActor.shared) { screen.add($0) },
      source.flatMap(on: MainActor.shared) { Promise(value: screen.add($0)) },
      source.tap(on: MainActor.shared) { _ = screen.add($0) },
      source.compactMap(on: MainActor.shared) { screen.add($0) },
      source.validate(on: MainActor.shared) { screen.add($0) == 5 },
    ]
    let missing = source.compactMap(on: MainActor.shared) { _ in
      screen.lines.dropFirst(5).first
    }
    let invalid = source.validate(on: MainActor.shared) { _ in screen.lines.isEmpty }
    let thrown = source.validate(on: MainActor.shared, orThrow: Broken()) { _ in
      screen.lines.isEmpty
    }
    source.observe(on: MainActor.shared) { _ in screen.lines.append("value") }

    source.resolve(7)
    await mainQueueDrained()

    #expect(stages.map(\.got) == [1, 2, 7, 4, 7])
    #expect(missing.failure is NilValueError)
    #expect(invalid.failure is InvalidValueError)
    #expect(thrown.broken == Broken())
    #expect(screen.lines == ["7", "7", "7", "7", "7", "value"])
  }

  @Test @MainActor func `on the main actor, handlers of errors use its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let isFirst: @MainActor @Sendable (any Error) -> Bool = { _ in screen.lines.count < 5 }
    let recovered: [Promise<Int>] = [
      source.recover(on: MainActor.shared) { _ in screen.add(0) },
      source.flatMapError(on: MainActor.shared) { _ in Promise(value: screen.add(0)) },
      source.recover(on: MainActor.shared, from: Broken.self) { screen.add($0.number) },
      source.flatMapError(on: MainActor.shared, from: Broken.self) {
        Promise(value: screen.add($0.number))
      },
      source.recover(on: MainActor.shared, if: isFirst) { _ in screen.add(0) },
    ]
    let passedOn: [Promise<Int>] = [
      source.recover(on: MainActor.shared, from: Other.self) { _ in screen.add(0) },
      source.flatMapError(on: MainActor.shared, from: Other.self) { _ in
        Promise(value: screen.add(0))
      },
      source.recover(on: MainActor.shared, if: isFirst) { _ in screen.add(0) },
      source.flatMapError(on: MainActor.shared, if: isFirst) { _ in Promise(value: screen.add(0)) },
    ]
    let isLast: @MainActor @Sendable (any Error) -> Bool = { _ in screen.lines.count == 5 }
    let last = source.flatMapError(on: MainActor.shared, if: isLast) { _ in
      Promise(value: screen.add(0))
    }

    source.reject(Broken(number: 8))
    await mainQueueDrained()

    #expect(recovered.map(\.got) == [1, 2, 3, 4, 5])
    #expect(passedOn.map(\.broken) == Array(repeating: Broken(number: 8), count: 4))
    #expect(last.got == 6)
    #expect(screen.lines == ["0", "0", "8", "8", "0", "0"])
  }

  @Test @MainActor func `on the main actor, operators of sequences use its state`() async {
    let screen = Screen()
    let source = Promise<[Int]>()
    let arrays: [Promise<[Int]>] = [
      source.mapValues(on: MainActor.shared) { screen.add($0) },
      source.flatMapValues(on: MainActor.shared) { [screen.add($0), $0] },
      source.compactMapValues(on: MainActor.shared) { screen.add($0) > 5 ? $0 : nil },
      source.filterValues(on: MainActor.shared) { screen.add($0) > 7 },
      source.sortedValues(on: MainActor.shared) { screen.add($0 - $1) > 0 && $0 > $1 },
    ]
    let found = source.firstValue(on: MainActor.shared) { screen.add($0) > 0 }
    let missing = source.firstValue(on: MainActor.shared) { _ in screen.lines.isEmpty }

    source.resolve([7, 8])
    await mainQueueDrained()

    #expect(arrays.map(\.got) == [[1, 2], [3, 7, 4, 8], [8], [8], [8, 7]])
    #expect(found.got == 7)
    #expect(missing.failure is NoSuchElementError)
  }
}
