extension CallbackPeer {
  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        var handlers: [(Int) -> Void] = []
        for _ in group { handlers.append { collect($0) } }
        for handler in handlers { handler(1) }
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let slots = group.map { _ in Slot.pending() }
        let collector = Collector(group.count) { collect($0.reduce(0, +)) }
        for (position, slot) in slots.enumerated() {
          slot.whenDone { collector.put($0, at: position) }
        }
        for (slot, index) in zip(slots, group) { slot.complete(index) }
      }
    }
  }

  static func mapConcurrently(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let backlog = Backlog<(Slot, Int)>()
        let limiter = ConcurrencyLimiter(group) {
          collect($0.reduce(0, +))
        } load: { element in
          let slot = Slot.pending()
          backlog.append((slot, element))
          return slot
        }
        for _ in 0..<8 { limiter.startNext() }
        while let (slot, element) = backlog.popFirst() { slot.complete(element + 1) }
      }
    }
  }

  /// Collects values in any order.
  private final class Collector {
    private var values: [Int]
    private var missing: Int
    private let completion: ([Int]) -> Void

    init(_ count: Int, completion: @escaping ([Int]) -> Void) {
      values = [Int](repeating: 0, count: count)
      missing = count
      self.completion = completion
    }

    func put(_ value: Int, at position: Int) {
      values[position] = value
      missing -= 1
      if missing == 0 { completion(values) }
    }
  }

  /// Starts another operation whenever one has ended.
  private final class ConcurrencyLimiter {
    private let elements: Range<Int>
    private var next: Int
    private let load: (Int) -> Slot
    private let collector: Collector

    init(
      _ elements: Range<Int>,
      completion: @escaping ([Int]) -> Void,
      load: @escaping (Int) -> Slot
    ) {
      self.elements = elements
      next = elements.lowerBound
      self.load = load
      collector = Collector(elements.count, completion: completion)
    }

    func startNext() {
      guard next < elements.upperBound else { return }
      let element = next
      next += 1
      load(element).whenDone { value in
        self.collector.put(value, at: element - self.elements.lowerBound)
        self.startNext()
      }
    }
  }
}
