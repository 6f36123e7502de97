extension Sequence {
  /// Returns the elements in ascending order of their numbers; the order of equal ones is kept.
  ///
  /// - Complexity: O(*n* log *n*).
  package func sorted(byNumber number: (Element) -> Int) -> [Element] {
    let elements = Array(self)
    return ascendingOrder(of: elements.map(number)).map { elements[$0] }
  }
}

/// Returns the indices of `numbers`, in ascending order of these.
///
/// One function for all elements: the compiler copies the algorithm of the standard library, 4 kB,
/// for each closure that compares.
@inline(never) private func ascendingOrder(of numbers: [Int]) -> [Int] {
  numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
}
