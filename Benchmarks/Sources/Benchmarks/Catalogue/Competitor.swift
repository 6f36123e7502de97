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
  ///   - make: Creates an object.
  ///   - settle: Settles an object with its number.
  ///   - end: Waits for what the objects do then.
  init<Thing: SendableMetatype>(
    _ peer: Peer,
    making make: @escaping @Sendable () -> Thing,
    settle: @escaping @Sendable (Thing, Int) -> Void,
    end: @escaping @Sendable () -> Void = {}
  ) {
    self.init(peer: peer) { count in
      // Reserved before the measurement, so that only the objects count.
      var things: [Thing] = []
      things.reserveCapacity(count)
      return Round {
        for _ in 0..<count { things.append(make()) }
      } finish: {
        Checksum.of {
          for (index, thing) in things.enumerated() { settle(thing, index) }
          end()
        }
      }
    }
  }
}
