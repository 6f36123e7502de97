/// A queue that limits the number of concurrent operations.
package protocol SlotQueue: AnyObject, Sendable {
  /// Returns the state of the queue if the operation waits for a slot; otherwise `nil`.
  func wait(of operation: Int) -> SlotWait?

  /// The promises of the running operations if these occupy all slots; otherwise `nil`.
  var occupants: [Node]? { get }

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
  /// That is the case if this node waits for such a slot, through `consumer`, and one of the
  /// operations waits for this node.
  final func deadlock(from consumer: Node) -> Cycle? {
    var search = UpwardSearch(for: self, upTo: .max, isStrict: true)
    guard !mayEndOtherwise, search.run(from: consumer) == .exhausted,
      let occupants = SlotDeadlock(of: self).occupants(of: search.slots)
    else { return nil }
    let path = sites(from: consumer) ?? []
    let sites = path + Node.sites(of: occupants).filter { !path.map(\.bits).contains($0.bits) }
    return Cycle(sites: Array(sites.prefix(Cycle.siteLimit)), returnsToSource: false)
  }

  /// Whether this node may settle even if some of its dependencies never do; `true` if it cannot be
  /// pinned.
  final var mayEndOtherwise: Bool {
    guard pin() else { return true }
    defer { unpin() }
    return operatorID.traits.contains(.mayEndOtherwise)
  }
}

/// A search for full queues whose running operations can never end.
///
/// An operation that waits for a slot starts when any running operation of its queue ends. It never
/// starts if none of these can end, because each waits for the target, or for a slot of a queue in
/// the same situation. Operations that wait in a race or with a time limit may end otherwise. A
/// queue counts as stuck unless one of its running operations may end.
private struct SlotDeadlock {
  private struct Occupant {
    let node: Node
    let awaitsTarget: Bool
    let queues: [ObjectIdentifier]
  }

  private let target: Node
  private var stuck: [ObjectIdentifier: [Occupant]] = [:]

  init(of target: Node) {
    self.target = target
  }

  /// Returns the running operations of the stuck queues, if one of `slots` is in such a queue and
  /// one of the operations waits for the target.
  consuming func occupants(of slots: [Slot]) -> [Node]? {
    explore(slots)
    dropFree()
    guard slots.contains(where: { stuck[ObjectIdentifier($0.queue)] != nil }) else { return nil }
    let occupants = stuck.values.joined()
    return occupants.contains(where: \.awaitsTarget) ? occupants.map(\.node) : nil
  }

  /// Finds the queues of `slots`, and those that their running operations depend on.
  private mutating func explore(_ slots: [Slot]) {
    var frontier = slots.map(\.queue)
    var known: Set<ObjectIdentifier> = []
    while let queue = frontier.popLast() {
      guard known.insert(ObjectIdentifier(queue)).inserted, let running = queue.occupants else {
        continue
      }
      var occupants: [Occupant] = []
      for node in running {
        var search = UpwardSearch(for: target, upTo: .max, isStrict: true)
        let awaitsTarget = node === target || search.run(from: node) == .found
        let queues = search.slots.map(\.queue)
        let identities = queues.map { ObjectIdentifier($0) }
        occupants.append(Occupant(node: node, awaitsTarget: awaitsTarget, queues: identities))
        // This operation may end, so the others are irrelevant.
        if !awaitsTarget, queues.isEmpty { break }
        frontier += queues
      }
      stuck[ObjectIdentifier(queue)] = occupants
    }
  }

  /// Removes queues in which an operation may end, until no such queue is left.
  private mutating func dropFree() {
    while let free = stuck.first(where: { $0.value.contains(where: mayEnd) }) {
      stuck[free.key] = nil
    }
  }

  private func mayEnd(_ occupant: Occupant) -> Bool {
    !occupant.awaitsTarget && !occupant.queues.contains { stuck[$0] != nil }
  }
}
