/// Collections that release the memory that a burst needed, once most of it is unused.
extension Dictionary {
  /// Shrinks the dictionary if most of its memory is unused; call this after a removal.
  ///
  /// The number of elements halves or doubles before the next copy.
  ///
  /// - Complexity: O(1) per removal, amortized.
  @inlinable package mutating func shrinkIfSparse() {
    guard capacity > 64, count < capacity / 8 else { return }
    shrink()
  }

  // Not specialized: it runs rarely, and there are many types of dictionaries.
  @_semantics("optimize.sil.specialize.generic.never") @usableFromInline @inline(never)
  mutating func shrink() {
    var copy = Dictionary(minimumCapacity: 2 * count)
    for (key, value) in self { copy[key] = value }
    self = copy
  }
}

extension Set {
  /// Shrinks the set if most of its memory is unused; see the method of dictionaries.
  package mutating func shrinkIfSparse() {
    guard capacity > 64, count < capacity / 8 else { return }
    var copy = Set(minimumCapacity: 2 * count)
    for element in self { copy.insert(element) }
    self = copy
  }
}
