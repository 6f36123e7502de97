#if Logging || Tracing
/// A dictionary that removes its oldest entries when it is full.
struct Recent<Key: Hashable, Value> {
  private let limit: Int
  private var values: [Key: Value] = [:]
  private var keys: [Key] = []
  private var oldest = 0

  /// Creates an empty dictionary that keeps up to `limit` entries, possibly none.
  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: Key) -> Value? { values[key] }

  /// Adds or replaces an entry; a replaced entry keeps its age.
  ///
  /// - Returns: The removed or replaced value, so that the caller can release it without a lock.
  mutating func insert(_ value: Value, for key: Key) -> Value? {
    if limit == 0 { return value }
    if let replaced = values.updateValue(value, forKey: key) { return replaced }
    if keys.count < limit {
      keys.append(key)
      return nil
    }
    let forgotten = values.removeValue(forKey: keys[oldest])
    keys[oldest] = key
    oldest = (oldest + 1) % limit
    return forgotten
  }
}
#endif
