/// A binary heap with access to its least element.
struct Heap<Element: Comparable> {
  /// Each element is no less than its parent, at half its index.
  private var elements: [Element] = []

  var count: Int { elements.count }

  /// The least element.
  var first: Element? { elements.first }

  /// Inserts an element.
  ///
  /// - Complexity: O(log *n*)
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes and returns the least element.
  ///
  /// - Complexity: O(log *n*)
  mutating func popFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    elements[0] = last
    sink()
    return first
  }

  /// Removes all elements that satisfy a condition.
  ///
  /// - Complexity: O(*n* log *n*)
  mutating func removeAll(where shouldBeRemoved: (Element) -> Bool) {
    elements.removeAll(where: shouldBeRemoved)
    // A sorted array is a heap.
    elements.sort()
  }

  /// Moves the topmost element down to its position.
  private mutating func sink() {
    var parent = 0
    while let child = leastChild(of: parent), elements[child] < elements[parent] {
      elements.swapAt(child, parent)
      parent = child
    }
  }

  private func leastChild(of parent: Int) -> Int? {
    let left = 2 * parent + 1
    guard left < elements.count else { return nil }
    let right = left + 1
    return right < elements.count && elements[right] < elements[left] ? right : left
  }
}
