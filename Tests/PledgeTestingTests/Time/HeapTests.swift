import Testing

@testable import PledgeTesting

struct HeapTests {
  @Test func `an empty heap has no elements`() {
    var heap = Heap<Int>()

    #expect(heap.first == nil)
    #expect(heap.popFirst() == nil)
    #expect(heap.count == 0)
  }

  /// Tests every order of up to seven elements, including two equal ones.
  @Test(arguments: 1...7) func `removal is sorted for any order of insertion`(count: Int) {
    let elements = (0..<count).map { max($0, 1) }
    for order in permutations(of: elements) {
      var heap = Heap<Int>()
      for element in order { heap.insert(element) }

      #expect(heap.count == count)
      #expect(heap.first == elements.first)
      #expect(popAll(from: &heap) == elements)
    }
  }

  @Test func `insertions between removals find their place`() {
    var heap = Heap<Int>()
    for element in [5, 1, 4] { heap.insert(element) }
    #expect(heap.popFirst() == 1)

    for element in [0, 3, 9] { heap.insert(element) }

    #expect(popAll(from: &heap) == [0, 3, 4, 5, 9])
  }

  @Test func `elements removed by a condition are gone, and the rest stays sorted`() {
    var heap = Heap<Int>()
    for element in (0..<20).reversed() { heap.insert(element) }

    heap.removeAll { $0.isMultiple(of: 3) }
    heap.insert(3)

    #expect(popAll(from: &heap) == [1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19])
  }

  private func popAll(from heap: inout Heap<Int>) -> [Int] {
    var popped: [Int] = []
    while let element = heap.popFirst() { popped.append(element) }
    return popped
  }

  private func permutations(of elements: [Int]) -> [[Int]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { index in
        var order = rest
        order.insert(first, at: index)
        return order
      }
    }
  }
}
