/// A peer, and how it does the work of one workload.
struct Competitor: Sendable {
  let peer: Peer
  /// Makes ready for that many operations.
  let prepare: @Sendable (Int) -> Round
}

/// That many operations, once.
struct Round {
  /// Does the operations, which is what is measured.
  let operate: () -> Void
  /// Ends what the operations have left pending, and returns the checksum.
  let finish: () -> Int
}

extension Competitor {
  /// A competitor whose operations leave nothing behind but their checksum.
  ///
  /// - Parameters:
  ///   - peer: Who does the work.
  ///   - operate: Does that many operations and returns the checksum.
  init(_ peer: Peer, _ operate: @escaping @Sendable (Int) -> Int) {
    self.init(peer: peer) { count in
      var checksum = 0
      return Round(operate: { checksum = operate(count) }, finish: { checksum })
    }
  }

  /// A competitor with something that outlasts its operations, and what they leave in it.
  ///
  /// - Parameters:
  ///   - peer: Who does the work.
  ///   - keep: Makes it.
  ///   - operate: Does that many operations with it and returns the checksum.
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

  /// A competitor whose operations each make something that is still there when memory is measured.
  ///
  /// - Parameters:
  ///   - peer: Who makes it.
  ///   - fill: Puts as many things on a shelf as it has room for.
  ///   - clear: Settles what is on the shelf and returns the checksum.
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

/// Room for things, reserved before anything is measured, so that only the things themselves count.
///
/// Not synchronised: one thread at a time has it.
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
