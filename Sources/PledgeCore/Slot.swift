/// A queue that lets a limited number of operations run at a time.
package protocol SlotQueue: AnyObject, Sendable {
  /// How the queue stands, if the operation waits for a slot.
  func wait(of operation: Int) -> SlotWait?

  /// The promises of the operations that run, if these take all slots.
  var occupants: [Node]? { get }

  /// Whether any operation waits for a slot.
  var hasWaitingOperations: Bool { get }
}

/// How a queue stands whose operation waits for a slot.
package struct SlotWait: Sendable {
  /// The number of operations that run.
  package let running: Int
  /// The number of operations that may run.
  package let limit: Int
  /// Whether the queue is paused.
  package let isPaused: Bool

  package init(running: Int, limit: Int, isPaused: Bool) {
    (self.running, self.limit, self.isPaused) = (running, limit, isPaused)
  }
}

/// The place of an operation in a queue.
///
/// Attached like a source of consumers, of which it has none: no node has both.
final class Slot: ConsumerSource {
  let queue: any SlotQueue
  let operation: Int

  init(queue: any SlotQueue, operation: Int) {
    self.queue = queue
    self.operation = operation
  }

  func consumers(upTo _: Int) -> [Node] { [] }

  /// Whether the operation waits for it.
  var isAwaited: Bool { queue.wait(of: operation) != nil }
}

extension Node {
  /// Names the queue whose operation this promise stands for; nobody else sees it yet.
  package final func occupiesSlot(of queue: any SlotQueue, as operation: Int) {
    waits(by: Slot(queue: queue, operation: operation))
  }

  /// The cycle that is closed by operations that wait for slots which only they could free, if this
  /// node, which waits for one of the slots from `consumer` on, keeps one of them from ending.
  final func deadlock(from consumer: Node) -> Cycle? {
    var search = UpwardSearch(for: self, upTo: .max, isStrict: true)
    guard !mayEndOtherwise, search.run(from: consumer) == .exhausted,
      let occupants = SlotDeadlock(of: self).occupants(of: search.slots)
    else { return nil }
    let path = sites(from: consumer) ?? []
    let sites = path + Node.sites(of: occupants).filter { !path.map(\.bits).contains($0.bits) }
    return Cycle(sites: Array(sites.prefix(Cycle.siteLimit)), returnsToSource: false)
  }

  /// Whether this node may settle although some of what it waits for never does, as far as is known.
  final var mayEndOtherwise: Bool {
    guard pin() else { return true }
    defer { unpin() }
    return operatorID.mayEndOtherwise
  }
}

/// Operations of which each waits for a slot in a full queue.
///
/// An operation that waits for a slot starts when any of those that run in its queue ends. So it never
/// starts if none of these can end: each waits for the node in question, or for a slot of a queue of
/// which the same is true. What waits by a race or within a time limit may end otherwise. Queues are
/// taken to be stuck until one of their operations may end.
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

  /// The operations that run in stuck queues, if one of `slots` is in such a queue and the target keeps
  /// one of them from ending.
  consuming func occupants(of slots: [Slot]) -> [Node]? {
    explore(slots)
    dropFree()
    guard slots.contains(where: { stuck[ObjectIdentifier($0.queue)] != nil }) else { return nil }
    let occupants = stuck.values.joined()
    return occupants.contains(where: \.awaitsTarget) ? occupants.map(\.node) : nil
  }

  /// Finds the queues that `slots` and those that run in them depend on.
  private mutating func explore(_ slots: [Slot]) {
    var open = slots.map(\.queue)
    var known: Set<ObjectIdentifier> = []
    while let queue = open.popLast() {
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
        // It may end, so the others make no difference.
        if !awaitsTarget, queues.isEmpty { break }
        open += queues
      }
      stuck[ObjectIdentifier(queue)] = occupants
    }
  }

  /// Drops queues in which an operation may end, until there are none.
  private mutating func dropFree() {
    while let free = stuck.first(where: { $0.value.contains(where: mayEnd) }) {
      stuck[free.key] = nil
    }
  }

  private func mayEnd(_ occupant: Occupant) -> Bool {
    !occupant.awaitsTarget && !occupant.queues.contains { stuck[$0] != nil }
  }
}
