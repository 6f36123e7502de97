import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// The library's own concurrent types, judged against sequential specifications.
@Suite(.enabled(if: RuntimeHooks.support.hasSleeps), .hangLimit)
struct ModeledOperationTests {
  @Test func `a SingleFlight acts as a dictionary of loaded values`() {
    let report = judge(
      { _ in (cache: SingleFlight<Int, Int>(), stored: Locked(0)) },
      model: 0,
      within: 1_500,
      [
        .init("value", isCancelable: true) { object in
          try await object.cache.value(for: 1) { await Task { object.stored.value }.value }.value
        } model: {
          $0
        },
        .init("cached", arguments: [()]) { object, _ in
          object.cache.cachedValue(for: 1)
        } permits: { stored, _, result in
          guard case .success(let found?) = result else { return true }
          return found == stored
        },
        .init("insert", arguments: [1, 2]) { object, new in
          object.stored.withLock {
            $0 = new
            object.cache.insert(new, for: 1)
          }
        } model: {
          $0 = $1
        },
        .init("remove", arguments: [3]) { object, new in
          object.stored.withLock {
            $0 = new
            object.cache.remove(1)
          }
        } model: {
          $0 = $1
        },
      ]
    )
    #expect(report?.points.contains("value") == true)
    #expect(report?.untriedPairs == 0)
  }

  @Test(arguments: [1, 2])
  func `the operations of a serial queue do not overlap`(limit: Int) async {
    let failures = await failures {
      judge(
        { _ in (queue: PromiseQueue(limit: limit), count: Locked(0)) },
        model: 0,
        [
          .init("increment") { object in
            try await object.queue.add {
              let count = object.count.value + 1
              await Task {}.value
              object.count.withLock { $0 = count }
              return count
            }.value
          } model: { count -> Int in
            count += 1
            return count
          },
          .init("pause", { ($0.queue.pause(), $0.queue.resume()).1 }, model: { _ in }),
        ]
      )
    }
    #expect(failures.isEmpty == (limit == 1))
  }

  @Test func `a BatchLoader loads what is stored between the request and its end`() {
    let report = judge(
      { world in
        let stored = Locked(0)
        let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: world.clock) { keys in
          await Task {}.value
          return Dictionary(uniqueKeysWithValues: keys.map { ($0, stored.value) })
        }
        return (loader: loader, stored: stored)
      },
      model: 0,
      [
        .init("value", arguments: [1, 2], isCancelable: true) {
          try await $0.loader.value(for: $1).value
        } model: { stored, _ in
          stored
        },
        .init("store", arguments: [1, 2], { $0.stored.value = $1 }, model: { $0 = $1 }),
        .init("flush", { $0.loader.flush() }, model: { _ in }),
      ]
    )
    #expect(report?.points.contains("value") == true)
  }

  private enum State {
    case free, contained, discarded
  }

  @Test func `a DiscardBag discards what it contains, and only that`() {
    let report = judge(
      { _ in (bag: DiscardBag(), promises: (0...1).map { _ in Promise<Int>(discard: {}) }) },
      model: [State.free, .free],
      [
        .init("add", arguments: [0, 1]) {
          _ = $0.promises[$1].discarded(by: $0.bag)
        } model: {
          if $0[$1] == .free { $0[$1] = .contained }
        },
        .init("discardAll", { $0.bag.discardAll() }) {
          $0 = $0.map { $0 == .contained ? .discarded : $0 }
        },
        .init("isPending", arguments: [0, 1]) {
          $0.promises[$1].isPending
        } model: {
          $0[$1] != .discarded
        },
      ]
    )
    #expect(report?.scenarios ?? 0 > 1)
  }

  @Test func `a ManualClock wakes sleepers when their time has come`() {
    let report = judge(
      { _ in ManualClock() },
      model: 0,
      [
        .init("sleep", arguments: [1, 2], isCancelable: true) {
          try await $0.sleep(until: .init(offset: .seconds($1)))
        } model: { _, _ in
        } when: {
          $0 >= $1
        },
        .init("advance", { $0.advance(by: .seconds(1)) }, model: { $0 += 1 }),
        .init("now", { $0.now.offset }, model: { .seconds($0) }),
      ]
    )
    #expect(report?.points.contains("sleep") == true)
  }
}
