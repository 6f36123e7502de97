import Pledge
import PledgeTestSupport
import Testing

struct MapTests {
  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.map(on: MainActor.shared) { value in
      screen.lines.append("\(value)")
      return screen.lines.count
    }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["2"])
    #expect(promise.got == 1)
  }
}

struct TapTests {
  @Test func `runs the body before the promise that it returns is settled`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let states = Log<Bool?>()
    let promise = source.tap { _ in states.add(slot.value?.isPending) }
    slot.value = promise

    source.resolve(2)

    #expect(states.entries == [true])
    #expect(promise.got == 2)
    slot.value = nil
  }
}

struct AsVoidTests {
  @Test func `is fulfilled when the promise is`() {
    let source = Promise<Int>()
    let promise: Promise<Void> = source.asVoid()
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.isFulfilled)
  }
}

struct FlatMapTests {
  @Test func `accepts a future that is not a promise`() {
    let inner: Future<Int> = Promise(value: 3).shared()

    #expect(Promise(value: 2).flatMap { _ in inner }.got == 3)
  }

  @Test func `on a context, the outcome of the returned promise needs no job`() {
    let context = ManualContext()
    let inner = Promise<Int>()
    let promise = Promise(value: 2).flatMap(on: context) { _ in inner }
    context.runAll()

    inner.resolve(3)

    #expect(promise.got == 3)
    #expect(context.count == 0)
  }
}

struct FlattenTests {
  @Test func `removes one of several layers`() {
    let inner = Promise(value: 2)
    let promise = Promise(value: Promise(value: inner)).flatten()

    #expect(promise.got === inner)
  }
}

struct CompactMapTests {
  @Test func `removes one of two optional layers`() {
    let promise = Promise(value: [Int?.none]).compactMap { $0.first }

    #expect(promise.got == .some(.none))
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: [1, 2]).compactMap(\.first).got == 1)
    #expect(Promise(value: [Int]()).compactMap(\.first).failure is NilValueError)
  }
}

struct UnwrapTests {
  @Test func `removes one of several layers`() {
    let promise = Promise<Int??>(value: .some(.none)).unwrap()

    #expect(promise.got == .some(.none))
  }
}

struct ValidateTests {
  private struct Door: Sendable {
    var isOpen: Bool
  }

  @Test func `accepts a key path`() {
    #expect(Promise(value: Door(isOpen: true)).validate(\.isOpen).isFulfilled)
    let promise = Promise(value: Door(isOpen: false)).validate(orThrow: Broken(), \.isOpen)
    #expect(promise.broken == Broken())
  }
}

struct CastTests {
  @Test func `infers the type from the context`() {
    let promise: Promise<Int> = Promise<any Sendable>(value: 2).cast()

    #expect(promise.got == 2)
  }

  @Test func `nil cannot be cast to another type`() {
    #expect(Promise<Int?>(value: nil).cast(to: Int.self).failure is CastError)
    #expect(Promise<Int?>(value: 2).cast(to: Int.self).got == 2)
  }
}

struct MapResultTests {
  @Test func `is named mapResult in explanations`() {
    let source = Promise<Int>()
    let promise = source.mapResult { _ in }

    #expect(promise.explain().contains("mapResult"))
  }
}

struct FlatMapResultTests {
  @Test func `rejects a promise that would wait for itself`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let promise = source.flatMapResult { _ in try #require(slot.value) }
    slot.value = promise

    source.resolve(1)

    #expect(promise.failure is CycleError)
    slot.value = nil
  }
}

struct ObserveTests {
  @Test func `discarding the returned promise stops work that only the body references`() {
    let stops = Log<Void>()
    func observed() -> Promise<Int> {
      let work = Promise<Int>(discard: { stops.add() })
      return work.map { $0 }.tap { _ in }.observe { _ in withExtendedLifetime(work) {} }
    }

    observed().discard()

    #expect(stops.count == 1)
  }
}

struct ObserveOwnerTests {
  @Test func `keeps the owner only while the body runs`() {
    let cage = Cage()
    let slot = Locked<Canary?>(cage.canary())
    let living = Log<Int>()
    let source = Promise<Int>()
    source.observe(owner: slot.value ?? cage.canary()) { _, _ in
      slot.value = nil
      living.add(cage.living)
    }

    source.resolve(2)

    #expect(living.entries == [1])
    #expect(cage.living == 0)
  }

  @Test func `on a context, the owner may be released while the job is queued`() {
    let context = ManualContext()
    let calls = Log<String>()
    let stays = Cage()
    let goes = Locked<Cage?>(Cage())
    let source = Promise(value: 2)
    source.observe(on: context, owner: stays) { _, _ in calls.add("stays") }
    if let owner = goes.value {
      source.observe(on: context, owner: owner) { _, _ in calls.add("goes") }
    }
    #expect(context.count == 2)

    goes.value = nil
    context.runAll()

    #expect(calls.entries == ["stays"])
  }

  @Test @MainActor func `on the main actor, the owner may be one of its objects`() async {
    let screen = Screen()
    let source = Promise<Int>()
    source.observe(on: MainActor.shared, owner: screen) { screen, _ in screen.lines.append("end") }
    source.observe(on: MainActor.shared, owner: Screen()) { _, _ in screen.lines.append("gone") }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
  }
}
