import Pledge
import PledgeTestSupport
import Testing

struct CatchTests {
  @Test @MainActor func `on the main actor, the body uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.catch(on: MainActor.shared) { _ in screen.lines.append("error") }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.broken == Broken())
  }
}

struct MapErrorTests {
  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.mapError(on: MainActor.shared) { _ in
      screen.lines.append("error")
      return Broken(number: screen.lines.count)
    }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.broken == Broken(number: 1))
  }
}

struct RecoverTests {
  @Test func `accepts a protocol, and a reason that is not an error`() {
    #expect(Promise<Int>(error: Broken()).recover(from: (any Error).self) { _ in 2 }.got == 2)
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.recover(from: RejectionReasonError.self) {
      ($0.reason as? String)?.count ?? 0
    }
    #expect(promise.got == 3)
  }
}

struct FlatMapErrorTests {
  @Test func `accepts a protocol, and a reason that is not an error`() {
    let error = Promise<Int>(error: Broken())
    #expect(error.flatMapError(from: (any Error).self) { _ in Promise(value: 2) }.got == 2)
    let source = Promise<Int>()
    source.reject("why")
    let promise = source.flatMapError(from: RejectionReasonError.self) {
      Promise(value: $0.reason as? String == "why" ? 3 : 0)
    }
    #expect(promise.got == 3)
  }
}

struct ReplaceErrorTests {
  @Test func `an unused replacement is released`() {
    let cage = Cage()
    let source = Source()
    let promise = source.promise.replaceError(with: cage.canary())
    #expect(cage.living == 1)

    source.end(.discarded, of: promise, with: cage)

    #expect(cage.living == 0)
  }
}

struct NilOnErrorTests {
  @Test func `distinguishes a nil value from an error`() {
    #expect(Promise<Int?>(value: nil).nilOnError().got == .some(.some(.none)))
    #expect(Promise<Int?>(error: Broken()).nilOnError().got == .some(.none))
  }
}
