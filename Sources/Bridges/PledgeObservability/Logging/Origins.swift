#if Logging
import Pledge

/// What made promises, and where their handlers run: only the first event of a promise says it.
struct Origins {
  struct Origin {
    let `operator`: String
    let context: String?

    init(_ event: PromiseEvent) {
      self.operator = event.operatorName
      context = event.context.map { line($0, limit: nameLimit) }
    }
  }

  private var pending: [PromiseID: Origin] = [:]
  private var settled: Recent<PromiseID, Origin>

  /// Creates an empty one that remembers that many of those that are settled.
  init(remembered: Int) {
    settled = Recent(limit: remembered)
  }

  subscript(promise: PromiseID) -> Origin? { pending[promise] ?? settled[promise] }

  mutating func begin(_ promise: PromiseID, _ origin: Origin) {
    pending[promise] = origin
  }

  /// Takes note of an outcome, after which only what `isKept` is of interest.
  mutating func end(_ promise: PromiseID, isKept: Bool) {
    guard let origin = pending.removeValue(forKey: promise), isKept else { return }
    _ = settled.insert(origin, for: promise)
  }
}
#endif
