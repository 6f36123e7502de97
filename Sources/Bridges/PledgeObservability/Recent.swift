#if Logging || Tracing
/// A dictionary that forgets its oldest entries.
struct Recent<Key: Hashable, Value> {
  private let limit: Int
  private var values: [Key: Value] = [:]
  private var keys: [Key] = []
  private var oldest = 0

  /// Creates an empty one that keeps `limit` entries, which may be none.
  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: Key) -> Value? { values[key] }

  /// Adds an entry; one that is there keeps its age.
  ///
  /// - Returns: The value that was forgotten or replaced, to be released without a lock.
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
