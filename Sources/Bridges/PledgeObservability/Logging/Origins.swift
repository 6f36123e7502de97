#if Logging
import Pledge

/// The operators and contexts of promises, which only the first event of a promise contains.
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

  /// Creates an empty store that remembers up to `remembered` settled promises.
  init(remembered: Int) {
    settled = Recent(limit: remembered)
  }

  subscript(promise: PromiseID) -> Origin? { pending[promise] ?? settled[promise] }

  mutating func begin(_ promise: PromiseID, _ origin: Origin) {
    pending[promise] = origin
  }

  /// Records a settlement, and keeps the origin only if `isKept`.
  mutating func end(_ promise: PromiseID, isKept: Bool) {
    guard let origin = pending.removeValue(forKey: promise), isKept else { return }
    _ = settled.insert(origin, for: promise)
  }
}
#endif
