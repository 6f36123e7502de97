/// A queue that limits the number of concurrent operations.
package protocol SlotQueue: AnyObject, Sendable {
  /// Returns the state of the queue if the operation waits for a slot; otherwise `nil`.
  func wait(of operation: Int) -> SlotWait?

  /// The running operations and their promises if these occupy all slots; otherwise `nil`.
  var occupants: [SlotOccupant]? { get }

  /// Returns the promise of a running operation; `nil` if the operation is not running.
  func occupant(_ operation: Int) -> Node?

  /// Returns the operations with which a search for a deadlock begins, the first one last, and
  /// removes them; `nil` if not all slots are occupied.
  ///
  /// Some may have ended. There are none before the first search.
  func takeSuspects() -> [Int]?

  /// Stores the operations with which the next search begins.
  func keep(suspects: [Int])

  /// Whether any operation waits for a slot.
  var hasWaitingOperations: Bool { get }
}

/// The state of a queue in which an operation waits for a slot.
package struct SlotWait: Sendable {
  /// The number of running operations.
  package let running: Int
  /// The maximum number of running operations.
  package let limit: Int
  /// Whether the queue is paused.
  package let isPaused: Bool

  package init(running: Int, limit: Int, isPaused: Bool) {
    (self.running, self.limit, self.isPaused) = (running, limit, isPaused)
  }
}

/// A running operation of a queue.
package struct SlotOccupant {
  package let operation: Int
  package let promise: Node

  package init(operation: Int, promise: Node) {
    self.operation = operation
    self.promise = promise
  }
}

/// The position of an operation in a queue.
///
/// A ``ConsumerSource`` without consumers: one property stores either, because no node has both.
final class Slot: ConsumerSource {
  let queue: any SlotQueue
  let operation: Int

  init(queue: any SlotQueue, operation: Int) {
    self.queue = queue
    self.operation = operation
  }

  func consumers(upTo _: Int) -> [Node] { [] }

  /// Whether the operation waits for this slot.
  var isAwaited: Bool { queue.wait(of: operation) != nil }
}

extension Node {
  /// Associates this promise, which is not shared yet, with the operation of a queue.
  package final func occupiesSlot(of queue: any SlotQueue, as operation: Int) {
    waits(by: Slot(queue: queue, operation: operation))
  }

  /// Returns the cycle formed by operations that wait for slots which only they could free, if any.
  ///
  /// That is the case if this node waits for such a slot, through `source`, and one of the
  /// operations waits for this node.
  ///
  /// - Parameters:
  ///   - source: The node for which this one waits.
  ///   - start: The consumer of `source` by which it does, or `source`.
  /// - Returns: The cycle; `nil` if there is none.
  final func deadlock(through source: Node, from start: Node) -> Cycle? {
    var search = UpwardSearch(for: self, upTo: .max, isStrict: true)
    guard !mayEndOtherwise, search.run(from: start) == .exhausted,
      let occupants = SlotDeadlock(of: self).occupants(of: search.slots)
    else { return nil }
    let path = sites(through: source) ?? []
    let sites = path + Node.sites(of: occupants).filter { !path.map(\.bits).contains($0.bits) }
    return Cycle(sites: Array(sites.prefix(Cycle.siteLimit)), returnsToSource: false)
  }

  /// Whether this node may settle even if some of its dependencies never do; `true` if it cannot be
  /// pinned.
  final var mayEndOtherwise: Bool {
    guard pin() else { return true }
    defer { unpin() }
    return operatorID.mayEndOtherwise
  }
}

/// A search for full queues whose running operations can never end.
///
/// An operation that waits for a slot starts when any running operation of its queue ends. It never
/// starts if none of these can end, because each waits for the target, or for a slot of a queue in
/// the same situation. Operations that wait in a race or with a time limit may end otherwise. A
/// queue counts as stuck unless one of its running operations may end.
///
/// The search of a queue ends at the first operation that may end, and the next search begins with
/// that operation. So the cost of a search is constant, amortized over the operations that start to
/// wait or end, unless it finds a deadlock: that takes all running operations.
private struct SlotDeadlock {
  private struct Occupant {
    let slot: SlotOccupant
    let awaitsTarget: Bool
    let queues: [ObjectIdentifier]
  }

  /// A queue of which no running operation is known that may end.
  private struct Queue {
    let queue: any SlotQueue
    /// The operations with which the search begins, the first one last.
    var suspects: [Int]
    /// The operations that remain to be examined, after those; `nil` before that.
    var rest: [SlotOccupant]?
    /// The operations that were examined; all but the last one wait.
    var occupants: [Occupant] = []

    init(_ queue: any SlotQueue, suspects: [Int]) {
      self.queue = queue
      self.suspects = suspects
    }

    /// Returns an operation to examine; `nil` if all have been examined.
    mutating func next() -> SlotOccupant? {
      while let suspect = suspects.popLast() {
        guard let promise = queue.occupant(suspect) else { continue }
        return SlotOccupant(operation: suspect, promise: promise)
      }
      if rest == nil { (rest, occupants) = (queue.occupants, []) }
      return rest?.popLast()
    }

    /// Stores where the next search begins: with the operation that was examined last.
    consuming func keepSuspects() {
      let last = occupants.last.map { [$0.slot.operation] } ?? []
      if let rest {
        queue.keep(suspects: rest.map(\.operation) + last)
      } else {
        suspects += last
        queue.keep(suspects: suspects)
      }
    }
  }

  private let target: Node
  private var stuck: [ObjectIdentifier: Queue] = [:]

  init(of target: Node) {
    self.target = target
  }

  /// Returns the running operations of the stuck queues, if one of `slots` is in such a queue and
  /// one of the operations waits for the target.
  consuming func occupants(of slots: [Slot]) -> [Node]? {
    explore(slots)
    dropFree()
    guard slots.contains(where: { stuck[ObjectIdentifier($0.queue)] != nil }) else { return nil }
    let occupants = stuck.values.flatMap { $0.occupants.reversed() }
    return occupants.contains(where: \.awaitsTarget) ? occupants.map(\.slot.promise) : nil
  }

  /// Searches the queues of `slots`, and those that their running operations depend on.
  private mutating func explore(_ slots: [Slot]) {
    var path = slots.map(\.queue)
    var known: Set<ObjectIdentifier> = []
    while let queue = path.popLast() {
      let identity = ObjectIdentifier(queue)
      if known.insert(identity).inserted {
        stuck[identity] = queue.takeSuspects().map { Queue(queue, suspects: $0) }
      }
      dropIfFree(identity)
      guard let slot = stuck[identity]?.next() else {
        // A slot has become free in the meantime.
        if stuck[identity]?.rest == nil { stuck[identity] = nil }
        continue
      }
      let (occupant, queues) = examine(slot)
      stuck[identity]?.occupants.append(occupant)
      // The queues that the operation depends on come first: they decide whether it may end.
      path.append(queue)
      path += queues.filter { !known.contains(ObjectIdentifier($0)) }
    }
  }

  private func examine(_ slot: SlotOccupant) -> (Occupant, [any SlotQueue]) {
    var search = UpwardSearch(for: target, upTo: .max, isStrict: true)
    let awaitsTarget = slot.promise === target || search.run(from: slot.promise) == .found
    let queues = search.slots.map(\.queue)
    let identities = queues.map { ObjectIdentifier($0) }
    return (Occupant(slot: slot, awaitsTarget: awaitsTarget, queues: identities), queues)
  }

  /// Removes a queue if the operation that was examined last may end, so the others are irrelevant.
  private mutating func dropIfFree(_ identity: ObjectIdentifier) {
    guard let last = stuck[identity]?.occupants.last, mayEnd(last) else { return }
    stuck.removeValue(forKey: identity)?.keepSuspects()
  }

  /// Removes queues in which an operation may end, until no such queue is left.
  private mutating func dropFree() {
    while let free = stuck.first(where: { $0.value.occupants.contains(where: mayEnd) }) {
      stuck[free.key] = nil
    }
  }

  private func mayEnd(_ occupant: Occupant) -> Bool {
    !occupant.awaitsTarget && !occupant.queues.contains { stuck[$0] != nil }
  }
}
