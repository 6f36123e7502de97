/// Elements in one array whose places are used again: they are named by small numbers.
struct Slab<Element> {
  private(set) var elements: [Element] = []
  private var vacant: [UInt32] = []

  /// How many there are.
  var count: Int { elements.count - vacant.count }

  subscript(number: UInt32) -> Element {
    _read { yield elements[Int(number)] }
    _modify { yield &elements[Int(number)] }
  }

  /// Keeps an element.
  ///
  /// - Returns: Its number.
  @inline(__always)
  mutating func insert(_ element: Element) -> UInt32 {
    guard let number = vacant.popLast() else {
      elements.append(element)
      return UInt32(elements.count - 1)
    }
    elements[Int(number)] = element
    return number
  }

  /// Makes the place of an element free, whose value stays until there is another one.
  mutating func remove(_ number: UInt32) {
    vacant.append(number)
  }
}

/// The number of no element.
let none = UInt32.max
