import PledgeTestSupport
import Testing

@testable import Pledge

struct WaitingListTests {
  private enum Action {
    case add(Int)
    case pop
    case remove(Int)
  }

  @Test func `in every sequence of changes, it agrees with an array that is sorted`() {
    let actions: [Action] = [.add(0), .add(1), .add(-1), .pop, .remove(0), .remove(1)]

    let wrong = firstSequence(of: actions, length: 6) { actions in
      var list = WaitingList<String>()
      var model: [(number: Int, priority: Int)] = []
      for (number, action) in actions.enumerated() {
        switch action {
        case .add(let priority):
          list.append("\(number)", number: number, priority: priority)
          let index = model.firstIndex { $0.priority < priority } ?? model.endIndex
          model.insert((number, priority), at: index)
        case .pop:
          let expected = model.isEmpty ? nil : model.removeFirst().number
          let found = list.popFirst()
          guard found?.number == expected, found?.operation == expected.map({ "\($0)" }) else {
            return false
          }
        case .remove(let number):
          let index = model.firstIndex { $0.number == number }
          let expected = index.map { "\(model.remove(at: $0).number)" }
          guard list.remove(number) == expected else { return false }
        }
        let numbers = (0..<6).filter { list.contains($0) }
        guard list.count == model.count, numbers == model.map(\.number).sorted() else {
          return false
        }
      }
      let rest = model.map(\.number)
      return rest == rest.map { _ in list.popFirst()?.number } && list.isEmpty
    }

    #expect(wrong == nil)
  }

  @Test func `an operation with a priority of its own is added without moving the others`() {
    var list = WaitingList<Int>()
    for number in 0..<300_000 { list.append(number, number: number, priority: -number) }

    // Shifting an array for each operation would take minutes.
    let isInOrder = (0..<300_000).allSatisfy { list.popFirst()?.number == $0 }
    #expect(isInOrder)
  }

  @Test func `the memory of a burst with many priorities is released`() {
    var list = WaitingList<Int>()
    for number in 0..<10_000 { list.append(number, number: number, priority: number / 2) }
    #expect(list.capacity >= 10_000)
    var order: [Int] = []
    while let (number, _) = list.popFirst() { order.append(number) }

    var expected: [Int] = []
    for pair in (0..<5_000).reversed() { expected += [2 * pair, 2 * pair + 1] }
    #expect(order == expected)
    #expect(list.capacity < 1_000)
  }
}
