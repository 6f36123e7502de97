#if Logging
import Pledge
import PledgeSupport

/// The operators, contexts, and labels of promises, which few events of a promise contain.
struct Origins {
  struct Origin {
    let `operator`: String
    let context: String?
    /// The label of the promise, or that of the one it was derived from.
    fileprivate(set) var label: String?

    init(_ event: PromiseEvent) {
      self.operator = event.operatorName
      context = event.context?.line(limit: .name)
    }
  }

  private var pending: [PromiseID: Origin] = [:]
  private var settled: Recent<PromiseID, Origin>

  /// Creates an empty store that remembers up to `remembered` settled promises.
  init(remembered: Int) {
    settled = Recent(limit: remembered)
  }

  subscript(promise: PromiseID) -> Origin? { pending[promise] ?? settled[promise] }

  /// Records a promise; a stage has the label of its source.
  ///
  /// - Returns: Its origin, with the label.
  mutating func begin(_ promise: PromiseID, _ origin: Origin, from source: PromiseID?) -> Origin {
    var origin = origin
    origin.label = source.flatMap { self[$0]?.label }
    pending[promise] = origin
    return origin
  }

  /// Records a label.
  ///
  /// A promise that is not known may be settled already, so it is kept like a settled one, with the
  /// origin `unknown`.
  ///
  /// - Returns: The origin, with the label.
  mutating func label(_ promise: PromiseID, _ label: String, unknown: Origin) -> Origin {
    var origin = self[promise] ?? unknown
    origin.label = label
    if pending[promise] == nil {
      _ = settled.insert(origin, for: promise)
    } else {
      pending[promise] = origin
    }
    return origin
  }

  /// Records a settlement, and keeps the origin only if `isKept`.
  mutating func end(_ promise: PromiseID, isKept: Bool) {
    defer { pending.shrinkIfSparse() }
    guard let origin = pending.removeValue(forKey: promise), isKept else { return }
    _ = settled.insert(origin, for: promise)
  }
}
#endif
