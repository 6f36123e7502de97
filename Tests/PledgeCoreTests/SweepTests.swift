import Pledge
import Testing

@Suite struct SweepTests {
  /// A weak reference to a promise.
  private final class Trace {
    weak var promise: Promise<Int>?

    init(_ promise: Promise<Int>) {
      self.promise = promise
    }
  }

  @Test func `at most as many detached consumers are kept as there are attached ones`() {
    let source = Promise<Int>()
    var remaining: [Promise<Int>] = []
    var traces: [Trace] = []
    for _ in 0..<1_000 {
      remaining.append(source.map { $0 })
      let detachingConsumer = source.map { $0 }
      traces.append(Trace(detachingConsumer))
      remaining.append(source.map { $0 })
      detachingConsumer.discard()
    }
    #expect(traces.count { $0.promise != nil } <= remaining.count + 32)
    source.resolve(1)
    #expect(remaining.allSatisfy { $0.isFulfilled })
  }

  @Test func `detached consumers never outnumber attached ones for long`() {
    let source = Promise<Int>()
    var traces: [Trace] = []
    var remaining: [Promise<Int>] = (0..<1_000).map { _ in source.map { $0 } }
    traces = remaining.map(Trace.init)
    // Start with the oldest, so that none is at the head.
    while remaining.count > 1 {
      remaining.removeFirst().discard()
      let detachedCount = traces.count { $0.promise != nil } - remaining.count
      #expect(detachedCount <= max(32, remaining.count))
    }
    source.resolve(1)
    #expect(remaining.allSatisfy { $0.isFulfilled })
  }
}
