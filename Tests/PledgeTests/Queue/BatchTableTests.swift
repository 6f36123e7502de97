import PledgeSupport
import PledgeTestSupport
import Testing

@testable import Pledge

struct BatchTableTests {
  private final class Batch: Sendable {}

  private enum Action {
    case ask(String)
    case send
    /// The first or the last waiter detaches.
    case detachFirst, detachLast
    case endFirst
  }

  /// The waiters of each batch, in order, the keys of the next batch, in the order of their first
  /// requests, and the batches that were sent.
  private struct Model {
    var waiters: [(batch: Int, key: String)] = []
    var keys: [String] = []
    var sent: Set<Int> = []
    var ended: Set<Int> = []
    var next = 0
  }

  /// A table, and the model with which it has to agree.
  private struct Pair {
    let batches: [Batch]
    var table = BatchTable<String, Batch>(maxBatchSize: 2)
    var model = Model()

    /// Performs an action, and returns whether both agree.
    mutating func perform(_ action: Action) -> Bool {
      let isRight =
        switch action {
        case .ask(let key): ask(key)
        case .send: send(table.send())
        case .detachFirst: model.waiters.isEmpty || detach(at: 0)
        case .detachLast: model.waiters.isEmpty || detach(at: model.waiters.count - 1)
        case .endFirst: end()
        }
      let running = model.sent.subtracting(model.ended).filter { batch in
        model.waiters.contains { $0.batch == batch }
      }
      return isRight && table.counts == (model.keys.count, running.count)
    }

    private mutating func ask(_ key: String) -> Bool {
      let isNew = model.keys.isEmpty
      let answer = table.ask(for: key, orStart: batches[model.next])
      model.waiters.append((model.next, key))
      if !model.keys.contains(key) { model.keys.append(key) }
      guard answer.isNew == isNew, answer.batch === batches[model.next] else { return false }
      return model.keys.count == 2 ? send(answer.shipment) : answer.shipment == nil
    }

    private mutating func send(_ shipment: BatchTable<String, Batch>.Shipment?) -> Bool {
      let keys = model.keys
      guard shipment?.batch === (keys.isEmpty ? nil : batches[model.next]) else { return false }
      guard let shipment else { return true }
      model.sent.insert(model.next)
      model.next += 1
      model.keys = []
      return shipment.keys == keys
    }

    private mutating func detach(at index: Int) -> Bool {
      let (batch, key) = model.waiters.remove(at: index)
      let hasOthers = model.waiters.contains { $0.batch == batch }
      let isNeeded = model.waiters.contains { $0.batch == batch && $0.key == key }
      let isSent = model.sent.contains(batch)
      // A key keeps its position while any of its waiters remains.
      if !isSent, !isNeeded { model.keys.removeAll { $0 == key } }
      if !isSent, !hasOthers { model.next += 1 }
      let detachment = table.detach(from: batches[batch], key)
      return detachment.isLast == (!hasOthers && !model.ended.contains(batch))
        && detachment.key == (isSent || isNeeded ? nil : key)
    }

    private mutating func end() -> Bool {
      guard let batch = model.sent.subtracting(model.ended).min() else { return true }
      table.end(batches[batch])
      model.ended.insert(batch)
      return true
    }
  }

  @Test func `in every sequence of actions, no request is lost, and no batch is sent twice`() {
    let actions: [Action] = [
      .ask("a"), .ask("b"), .ask("c"), .send, .detachFirst, .detachLast, .endFirst,
    ]
    let batches = (0...7).map { _ in Batch() }
    let wrong = firstSequence(of: actions, length: 6) { actions in
      var pair = Pair(batches: batches)
      return actions.allSatisfy { pair.perform($0) }
    }

    #expect(wrong == nil)
  }

  @Test func `a timer is kept only while its batch collects requests`() {
    let timer = Promise<Void>()
    let (first, second) = (Batch(), Batch())
    var table = BatchTable<Int, Batch>(maxBatchSize: 10)
    _ = table.ask(for: 1, orStart: first)
    let isKept = table.keep(timer, of: first)
    #expect(isKept)
    #expect(table.send(second) == nil)
    #expect(table.send(first)?.timer === timer)
    let isKeptAfterwards = table.keep(timer, of: first)
    #expect(!isKeptAfterwards)
    #expect(table.send(first) == nil)

    _ = table.ask(for: 1, orStart: second)
    let isKeptAgain = table.keep(timer, of: second)
    #expect(isKeptAgain)
    #expect(table.detach(from: second, 1).timer === timer)
    #expect(table.send() == nil)
    #expect(table.counts == (0, 1))
  }

  @Test func `a batch that waits for itself is forgotten`() {
    let own = Locked<Promise<Int>?>(nil)
    let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: ManualClock()) { _ in
      own.withLock { $0.take() }.map { $0.map { [1: $0] } } ?? Promise(value: [:])
    }
    let value = loader.value(for: 1)
    let consumer = value.map { $0 }
    own.withLock { $0 = value }

    loader.flush()

    #expect(consumer.failure is CycleError)
    #expect(loader.table.withLock(\.counts) == (0, 0))
  }
}
