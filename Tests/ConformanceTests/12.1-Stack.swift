import Pledge
import PledgeTestSupport
import Testing

/// Tests of deep nesting and long chains on a thread with a stack of 512 KiB.
@Suite("12.1 Stack", .serialized, .disabled(if: isSanitized), .hangLimit)
struct Stack {
  @Test("12.1.6 Errors of combinators and retries that are nested 20,000 deep are described")
  func clause12_1_6() async {
    await #expect(processExitsWith: .success) {
      let lengths = await onSmallStack {
        wrappers.flatMap { wrap in
          let error = nested(20_000, wrap)
          var dumped = ""
          dump(error, to: &dumped)
          return ["\(error)", String(reflecting: error), dumped].map(\.count)
        }
      }

      #expect(lengths.allSatisfy { 0 < $0 && $0 < 10_000 })
      #expect(lengths.count == 9)
    }
  }

  @Test
  func `12.1.7 Errors of combinators and retries that are nested 20,000 deep are released`() async {
    await #expect(processExitsWith: .success) {
      let cage = Cage(weight: 0)
      let counts = await onSmallStack {
        wrappers.map { wrap in
          var error: (any Error)? = nested(20_000, around: Lasting(life: cage.canary()), wrap)
          let before = error == nil ? 0 : cage.living
          error = nil
          return [before, cage.living]
        }
      }

      #expect(counts == [[1, 0], [1, 0], [1, 0]])
    }
  }

  @Test func `12.1.8 3,000 nested parts of a progress monitor report and are released`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<Double>()
      let latest = await onSmallStack {
        let whole = ProgressMonitor()
        whole.observe { report in log.add(report.fraction) }
        do {
          var part = whole
          for _ in 0..<3_000 { part = part.part() }
          part.report(0.5)
        }
        return whole.latest.fraction
      }

      #expect(log.entries == [0.5, 1])
      #expect(latest == 1)
    }
  }

  @Test func `12.1.9 3,000 discard blocks that each discard the next promise run in order`() async {
    await #expect(processExitsWith: .success) {
      let log = Log<Int>()
      let areDiscarded = await onSmallStack {
        let promises = discardChain(of: 3_000) { log.add($0) }
        promises[0].discard()
        return promises.allSatisfy { $0.isDiscarded }
      }

      #expect(areDiscarded)
      #expect(log.entries == Array(0..<3_000))
    }
  }

  @Test("12.1.10 10,000 promises, each held by the discard block of the previous one, are released")
  func clause12_1_10() async {
    await #expect(processExitsWith: .success) {
      let cage = Cage(weight: 0)
      let counts = await onSmallStack {
        [blockChain, resolverChain].map { chain in
          var first: Any? = chain(10_000, cage)
          let before = first == nil ? 0 : cage.living
          first = nil
          return [before, cage.living]
        }
      }

      #expect(counts == [[1, 0], [1, 0]])
    }
  }

  @Test func `12.1.11 10,000 cleanups of a discard that wait for each other run`() async {
    // The closure captures nothing, since Swift 6.2 does not allow it.
    await #expect(processExitsWith: .success) {
      for hop in CleanupHop.allCases {
        let log = Log<Int>()
        let areDone = await onSmallStack {
          let end = Promise<Void>()
          let work = Promise<Int>()
          var stage = work.ensureThen { end }
          for number in 0..<10_000 { stage = hop.ensure(stage) { log.add(number) } }
          stage.discard()
          let isWaiting = log.count == 0
          end.resolve()
          return isWaiting && log.entries == Array(0..<10_000)
        }
        #expect(areDone, "\(hop)")
      }
    }
  }

  @Test func `12.1.12 100 nested handlers with 40 captured task-locals run`() async {
    await #expect(processExitsWith: .success) {
      // They are captured for the rest of the process.
      let locals = (0..<40).map { TaskLocal(wrappedValue: $0) }
      for local in locals { local.keepInHandlers() }
      let sums = Log<Int>()
      await onSmallStack {
        PledgeTestSupport.nested(100) { sums.add(locals.reduce(0) { $0 + $1.get() }) }
        nestDiscards(100) { sums.add(locals.reduce(0) { $0 + $1.get() }) }
      }
      #expect(sums.entries == [780, 780])
    }
  }
}

private func nestDiscards(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
  let root = Promise<Void>()
  root.ensure { depth == 0 ? body() : nestDiscards(depth - 1, body) }.discard()
  // A broken root would run the closure as a handler.
  withExtendedLifetime(root) {}
}

@Suite("3.4 Nesting of discard blocks", .hangLimit)
struct DiscardBlockNesting {
  @Test func `3.4.3 Up to 48 discard blocks nest on one thread`() {
    let log = Log<Int>()
    let nesting = Locked((depth: 0, most: 0))
    let links = Locked<[Promise<Int>]>([])
    for number in 0..<200 {
      let promise = Promise<Int>(discard: {
        nesting.withLock { $0 = ($0.depth + 1, max($0.most, $0.depth + 1)) }
        let next = links.value.dropFirst(number + 1).first
        next?.discard()
        // The outcome is decided, whether or not the rejection has been delivered.
        next?.resolve(1)
        nesting.withLock { $0.depth -= 1 }
      })
      promise.observe { result in
        if case .failure = result { log.add(nesting.withLock { $0.depth }) }
      }
      links.withLock { $0.append(promise) }
    }

    links.value[0].discard()

    #expect(nesting.value.most == 48)
    #expect(links.value.allSatisfy { $0.isDiscarded })
    // Blocks beyond the limit run one after another, within the first block.
    #expect(log.entries.count == 200)
    #expect(log.entries.last == 0)
  }

  @Test func `3.4.4 The outcome of a discard beyond that depth is decided immediately`() {
    let log = Log<String>()
    let last = Promise<Int>(discard: { log.add("block") })
    last.observe { _ in log.add("handler") }
    let chain = Locked<[Promise<Int>]>([])
    for number in 0..<48 {
      let promise = Promise<Int>(discard: {
        guard number == 47 else { return chain.value[number + 1].discard() }
        last.discard()
        last.resolve(7)
        log.add(last.isPending ? "pending" : "settled")
      })
      chain.withLock { $0.append(promise) }
    }
    chain.value[0].observe { _ in log.add("first") }

    chain.value[0].discard()

    #expect(log.entries == ["pending", "block", "handler", "first"])
    #expect(last.isDiscarded)
  }
}

/// Every way to wrap an error.
private var wrappers: [@Sendable (any Error) -> any Error] {
  [
    { AggregateError(errors: [$0]) },
    { RetryError(errors: [$0]) },
    { RetryError(errors: [], decisionError: $0) },
  ]
}

private func nested(
  _ depth: Int,
  around error: any Error = Broken(),
  _ wrap: (any Error) -> any Error
) -> any Error {
  var error = error
  for _ in 0..<depth { error = wrap(error) }
  return error
}

private struct Lasting: Error {
  let life: Canary
}

/// Returns promises whose discard blocks each record their number and discard the next promise.
private func discardChain(
  of length: Int,
  _ note: @escaping @Sendable (Int) -> Void
) -> [Promise<Int>] {
  var promises: [Promise<Int>] = []
  for number in (0..<length).reversed() {
    let next = promises.last
    promises.append(
      Promise(discard: {
        note(number)
        next?.discard()
      })
    )
  }
  return promises.reversed()
}

/// Returns a promise that holds another one, and so on, only through its discard block.
private func blockChain(of length: Int, _ cage: Cage) -> Any {
  let life = cage.canary()
  var first = Promise<Int>(discard: { withExtendedLifetime(life) {} })
  for _ in 0..<length {
    let next = first
    first = Promise(discard: { next.discard() })
  }
  return first
}

/// Returns a resolver that holds another promise and resolver, and so on, only in its discard
/// block.
private func resolverChain(of length: Int, _ cage: Cage) -> Any {
  let life = cage.canary()
  var first = Promise<Int>.pending()
  first.resolver.onDiscard { withExtendedLifetime(life) {} }
  for _ in 0..<length {
    let next = first
    first = Promise<Int>.pending()
    first.resolver.onDiscard {
      next.promise.discard()
      withExtendedLifetime(next.resolver) {}
    }
  }
  return first.resolver
}

/// A context for a long sequence of cleanups.
enum CleanupHop: CaseIterable, Codable {
  case none, inline, dropping, promise

  func ensure(_ work: Promise<Int>, _ body: @escaping @Sendable () -> Void) -> Promise<Int> {
    switch self {
    case .none: work.ensure(body)
    case .inline: work.ensure(on: InlineContext(), body)
    case .dropping: work.ensure(on: DroppingContext(), body)
    case .promise:
      work.ensureThen {
        body()
        return Promise(value: ())
      }
    }
  }
}
