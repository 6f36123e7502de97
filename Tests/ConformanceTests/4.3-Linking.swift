import Pledge
import PledgeTestSupport
import Testing

@Suite("4.3 Linking cannot be observed")
struct Linking {
  private let log = Log<Int>()

  @Test(
    "4.3.1 Discarding a stage does not affect the promise that its handler returned",
    arguments: LinkOrder.allCases
  )
  func clause4_3_1(order: LinkOrder) {
    let ten = Ten()

    ten.link(and: { $0.discard() }, in: order)

    #expect(ten.first.isDiscarded)
    #expect(ten.areOthersPending)
    ten.inner.resolve(7)
    #expect(ten.areOthersFulfilled)
    #expect(ten.first.isDiscarded)
  }

  @Test(
    "4.3.2 Settling a stage explicitly does not affect the promise that its handler returned",
    arguments: LinkOrder.allCases
  )
  func clause4_3_2(order: LinkOrder) {
    let resolved = Ten()
    let rejected = Ten()

    resolved.link(and: { $0.resolve(99) }, in: order)
    rejected.link(and: { $0.reject(Broken()) }, in: order)

    #expect(resolved.first.got == 99)
    #expect(rejected.first.failure is Broken)
    for ten in [resolved, rejected] {
      #expect(ten.areOthersPending)
      ten.inner.resolve(7)
      #expect(ten.areOthersFulfilled)
    }
    #expect(resolved.first.got == 99)
    #expect(rejected.first.failure is Broken)
  }

  @Test(
    "4.3.3 It makes no difference whether the handler has already returned the promise",
    arguments: LinkOrder.allCases
  )
  func clause4_3_3(order: LinkOrder) {
    let ten = Ten()

    ten.link(
      and: { first in
        first.resolve(99)
        ten.stages[1].observe { log.add((try? $0.get()) ?? 0) }
      },
      in: order
    )
    ten.inner.reject(Broken())

    #expect(ten.first.got == 99)
    #expect(ten.others.allSatisfy { $0.failure is Broken })
    #expect(log.entries == [0])
  }

  @Test(
    "4.3.4 It makes no difference whether two threads link and settle a stage at the same time",
    arguments: ManualSettlement.allCases
  )
  func clause4_3_4(manual: ManualSettlement) {
    let link: @Sendable (Ten) -> Void = { $0.source.resolve(0) }
    let settle: @Sendable (Ten) -> Void = { manual.settle($0.first) }

    let wrongWhilePending = raced(rounds: 2_000, sharing: Ten(), [link, settle]) { ten in
      let wasPending = ten.areOthersPending
      ten.inner.resolve(7)
      return wasPending && ten.areOthersFulfilled
        && (manual.hasSettled(ten.first) || ten.first.got == 7)
    }
    let wrong = raced(
      rounds: 2_000,
      sharing: Ten(),
      [link, settle, { $0.inner.resolve(7) }]
    ) { ten in
      ten.areOthersFulfilled && (manual.hasSettled(ten.first) || ten.first.got == 7)
    }

    #expect(wrongWhilePending == 0)
    #expect(wrong == 0)
  }

  @Test(arguments: LinkOrder.allCases)
  func `4.3.5 Consumers of the returned promise never see a stage's result`(order: LinkOrder) {
    let ten = Ten()
    let early = ten.inner.map { $0 }
    ten.inner.observe { log.add((try? $0.get()) ?? 0) }

    ten.link(and: { $0.resolve(99) }, in: order)
    ten.stages[1].discard()
    ten.stages[2].ignored().reject(Broken())
    let late = ten.inner.map { $0 }

    #expect(early.isPending)
    #expect(late.isPending)
    #expect(log.entries == [])
    ten.inner.resolve(7)
    #expect(log.entries == [7])
    #expect(early.got == 7)
    #expect(late.got == 7)
  }

  @Test(
    "4.3.6 Consumers of a stage that was settled explicitly see that result alone",
    arguments: LinkOrder.allCases
  )
  func clause4_3_6(order: LinkOrder) {
    let ten = Ten()
    ten.first.observe { log.add((try? $0.get()) ?? 0) }
    let stage = ten.first.map { $0 }

    ten.link(and: { $0.resolve(99) }, in: order)
    ten.inner.resolve(7)
    ten.first.observe { log.add((try? $0.get()) ?? 0) }

    #expect(log.entries == [99, 99])
    #expect(stage.got == 99)
  }
}

/// Whether a stage is settled manually before or after its handler returns a promise.
enum LinkOrder: CaseIterable {
  case settleFirst
  case linkFirst
}

/// The ways to settle a stage manually.
enum ManualSettlement: CaseIterable {
  case resolve
  case reject
  case discard

  func settle(_ stage: Promise<Int>) {
    switch self {
    case .resolve: stage.resolve(99)
    case .reject: stage.reject(Broken())
    case .discard: stage.discard()
    }
  }

  func hasSettled(_ stage: Promise<Int>) -> Bool {
    switch self {
    case .resolve: stage.got == 99
    case .reject: stage.failure is Broken
    case .discard: stage.isDiscarded
    }
  }
}

/// Ten stages whose handlers return one pending promise.
private final class Ten: Sendable {
  let source = Promise<Int>()
  let inner = Promise<Int>()
  let stages: [Promise<Int>]

  var first: Promise<Int> { stages[0] }
  var others: ArraySlice<Promise<Int>> { stages.dropFirst() }

  init() {
    stages = (0..<10).map { [source, inner] _ in source.flatMap { _ in inner } }
  }

  func link(and settle: (Promise<Int>) -> Void, in order: LinkOrder) {
    if order == .settleFirst { settle(first) }
    source.resolve(0)
    if order == .linkFirst { settle(first) }
  }

  /// Whether the promise returned by the handlers, and all stages but the first, are pending.
  var areOthersPending: Bool { inner.isPending && others.allSatisfy { $0.isPending } }

  /// Whether all stages but the first have the value 7 of the promise that their handlers returned.
  var areOthersFulfilled: Bool { inner.got == 7 && others.allSatisfy { $0.got == 7 } }
}
