import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit) struct UndeliveredTests {
  private let closed = Log<Int>()

  /// Operators that pass the value on, and some that receive it.
  private static let operators: [@Sendable (Promise<Int>) -> Promise<Int>] = [
    { $0.ensure {} }, { $0.catch { _ in } }, { $0.recover { _ in 0 } },
    { $0.timeout(after: .zero) },
    { $0.timeout(after: .seconds(1), clock: ManualClock()) }, { $0.validate { _ in true } },
    { $0.validate { _ in false } }, { $0.ensureThen { Promise(value: ()) } },
    { $0.delay(by: .zero) }, { race([$0, $0]) }, { any([$0, $0]) },
    { promise in Promise(value: ()).flatMap { promise } },
    { promise in retry(max: 2) { promise } }, { promise in PromiseQueue(limit: 1).add { promise } },
    { promise in hedge(after: .seconds(1), clock: ManualClock()) { promise } },
    { $0.ensure(on: ManualContext()) {} }, { $0.catch(on: MainActor.shared) { _ in } },
    { promise in
      let later = Promise<Int>()
      later.chain(after: promise)
      return later
    },
  ]

  @Test func `each value is received or disposed of once, in chains on several threads`() {
    var random = SeededGenerator(seed: 38)
    for round in 1...4_000 {
      let (received, disposed) = (Log<Int>(), Log<Int>())
      do {
        let source = Promise<Int>(discard: {}).onUndelivered { disposed.add($0) }
        var end = source
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          end = Self.operators.randomElement(using: &random)?(end) ?? end
        }
        let (result, isReceived) = (end, Bool.random(using: &random))
        result.ignoringErrors()
        concurrently(3) { thread in
          switch thread {
          case 0: source.resolve(round)
          case 1: result.discard()
          default:
            guard isReceived else { return }
            // A recovered value is another one.
            result.observe { if $0.isSuccess(round) { received.add(round) } }
          }
        }
      }
      #expect(received.entries + disposed.entries == [round], "round \(round)")
    }
  }

  @Test func `operators that show the value to no closure of the user pass it on`() {
    let monitor = ProgressMonitor()
    let passing: [@Sendable (Promise<Int>) -> any Sendable] = [
      { $0.asVoid() }, { $0.nilOnError() }, { $0.then(nil, { _ in }) },
      { $0.rescue { (_: String) in 2 } }, { $0.rescue { (_: String) in Promise(value: 2) } },
      { $0.reporting(to: monitor) }, { all([$0], progress: monitor) },
      { promise in [1].mapConcurrently(limit: 2, progress: monitor) { _ in promise } },
      { all([$0]).lastValue() }, { all([$0]).firstValue() }, { all([$0]).sortedValues() },
      { $0 ||| Promise(error: Broken()) }, { $0 &&& 2 },
      { find([Promise(value: 0), $0]) { $0 == 0 } },
      { promise in
        let found = find([Promise(error: Broken()), promise]) { _ in true }
        found.ignoringErrors()
        return found
      },
    ]
    for (index, pass) in passing.enumerated() {
      let closed = Log<Int>()
      do {
        let promise = Promise(value: 1).onUndelivered { closed.add($0) }
        withExtendedLifetime(pass(promise)) { #expect(closed.entries == []) }
      }
      #expect(closed.entries == [1], "number \(index)")
    }
  }

  @Test func `nothing stays of a block, however its promise ends`() {
    let cage = Cage(weight: 0)
    for end: (Promise<Int>) -> Void in [
      { _ in }, { $0.resolve(1) }, { $0.discard() }, { $0.reject(Broken()) },
      { $0.timeout(after: .zero).ignoringErrors() },
      { promise in
        promise.resolve(1)
        promise.observe { _ in }
      },
    ] {
      do {
        let life = cage.canary()
        let promise = Promise<Int>(discard: {})
        promise.onUndelivered { _ in withExtendedLifetime(life) {} }
        promise.ignoringErrors()
        end(promise)
      }
      #expect(cage.living == 0)
    }
  }

  @Test func `a value of several words, or an object, is disposed of as it is`() {
    let (texts, cage) = (Log<String>(), Cage(weight: 0))
    do {
      let long = String(repeating: "long ", count: 10)
      Promise(value: (long, 1, 2.0)).onUndelivered { texts.add($0.0) }
      Promise(value: cage.canary()).onUndelivered { _ in texts.add("object \(cage.living)") }
      Promise<any Sendable>(value: "any").onUndelivered { texts.add("\($0)") }
    }
    #expect(texts.entries == [String(repeating: "long ", count: 10), "object 1", "any"])
    #expect(cage.living == 0)
  }

  @Test func `a task whose promise was discarded closes what it still opens`() async {
    let opening = Promise<Int>()
    let connection = Promise {
      try await Task { try await opening.value }.value
    }
    .onUndelivered { closed.add($0) }
    connection.discard()

    opening.resolve(1)

    while closed.entries.isEmpty { await Task.yield() }
    #expect(closed.entries == [1])
  }
}

extension Result where Success == Int {
  fileprivate func isSuccess(_ expected: Int) -> Bool {
    if case .success(expected) = self { true } else { false }
  }
}
