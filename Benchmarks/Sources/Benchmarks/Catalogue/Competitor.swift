/// A peer with its implementation of one workload.
struct Competitor: Sendable {
  let peer: Peer
  /// Prepares a round of the given number of operations.
  let prepare: @Sendable (Int) -> Round
}

/// One run of a number of operations.
struct Round {
  /// Performs the operations.
  ///
  /// Only this is measured.
  let operate: () -> Void
  /// Ends pending work of the operations, and returns the checksum.
  let finish: () -> Int
}

extension Competitor {
  /// Creates a competitor whose operations produce only a checksum.
  ///
  /// - Parameters:
  ///   - peer: The peer that does the work.
  ///   - operate: Performs the given number of operations and returns the checksum.
  init(_ peer: Peer, _ operate: @escaping @Sendable (Int) -> Int) {
    self.init(peer: peer) { count in
      var checksum = 0
      return Round(operate: { checksum = operate(count) }, finish: { checksum })
    }
  }

  /// Creates a competitor whose operations share an object that outlives them.
  ///
  /// - Parameters:
  ///   - peer: The peer that does the work.
  ///   - keep: Creates the object.
  ///   - operate: Performs the given number of operations with it and returns the checksum.
  ///   - end: Settles it.
  init<Thing>(
    _ peer: Peer,
    keeping keep: @escaping @Sendable () -> Thing,
    _ operate: @escaping @Sendable (Thing, Int) -> Int,
    end: @escaping @Sendable (Thing) -> Void
  ) {
    self.init(peer: peer) { count in
      let thing = keep()
      var checksum = 0
      return Round {
        checksum = operate(thing, count)
      } finish: {
        end(thing)
        return checksum
      }
    }
  }

  /// Creates a competitor whose operations each create an object that exists when memory is
  /// measured.
  ///
  /// - Parameters:
  ///   - peer: The peer that creates the objects.
  ///   - fill: Fills a shelf with new objects.
  ///   - clear: Settles the objects on the shelf and returns the checksum.
  init<Thing: SendableMetatype>(
    _ peer: Peer,
    fill: @escaping @Sendable (Shelf<Thing>) -> Void,
    clear: @escaping @Sendable (Shelf<Thing>) -> Int
  ) {
    self.init(peer: peer) { count in
      let shelf = Shelf<Thing>(room: count)
      return Round(operate: { fill(shelf) }, finish: { clear(shelf) })
    }
  }
}

/// Storage that is reserved before the measurement, so that only the stored objects count.
///
/// Not synchronized: one thread at a time uses it.
final class Shelf<Thing>: @unchecked Sendable {
  let room: Int
  private(set) var things: [Thing] = []

  init(room: Int) {
    self.room = room
    things.reserveCapacity(room)
  }

  func fill(with make: (Int) -> Thing) {
    for index in 0..<room { things.append(make(index)) }
  }
}
