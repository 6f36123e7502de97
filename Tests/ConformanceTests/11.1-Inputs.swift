import Pledge
import PledgeTestSupport
import Testing

@Suite("11.1 to 11.8: references that combinators retain")
struct Inputs {
  @Test func `11.1.10 all does not retain its promises`() {
    let other = Promise<String>()
    #expect(errorOfBroken { all([$0, $0.map { $0 }]).asVoid() } is BrokenPromiseError)
    #expect(errorOfBroken { all($0, other).asVoid() } is BrokenPromiseError)
    #expect(errorOfBroken { ($0 &&& other).asVoid() } is BrokenPromiseError)
    #expect(
      errorOfBroken { all([$0], progress: ProgressMonitor()).asVoid() } is BrokenPromiseError
    )
    #expect(errorOfBroken { reduce([$0], 0) { $0 + $1 }.asVoid() } is BrokenPromiseError)
  }

  @Test(arguments: [false, true])
  func `11.1.11 Values that have arrived are released once all is rejected`(isDiscarded: Bool) {
    for combine in Inputs.combinations {
      let pending = Promise<Thing>()
      weak var thing: Thing?
      let combined = {
        let (arrived, made) = (Promise<Thing>(), Thing())
        let combined = combine(arrived, pending)
        thing = made
        arrived.resolve(made)
        return combined
      }()
      #expect(combined.isPending)
      #expect(thing != nil)

      if isDiscarded { combined.discard() } else { combined.reject(Broken()) }

      #expect(thing == nil)
      pending.resolve(Thing())
    }
  }

  @Test func `11.2.6 allSettled does not retain its promises`() {
    let other = Promise(value: 1)
    let (array, pack) = {
      let promise = Promise<Int>()
      let combined = (allSettled([other, promise]), allSettled(other, promise))
      #expect(combined.0.isPending && combined.1.isPending)
      return withExtendedLifetime(promise) { combined }
    }()

    #expect(throws: BrokenPromiseError.self) { try array.got?[1].get() }
    #expect(throws: BrokenPromiseError.self) { try pack.got?.1.get() }
  }

  @Test func `11.3.6 race does not retain its promises`() {
    let other = Promise<Int>()
    #expect(errorOfBroken { race(other, $0).asVoid() } is BrokenPromiseError)
  }

  @Test func `11.4.7 any does not retain its promises`() throws {
    let other = Promise<Int>(error: Broken())
    let errors = [
      errorOfBroken { any([other, $0]).asVoid() }, errorOfBroken { (other ||| $0).asVoid() },
    ]
    for error in errors {
      let aggregate = try #require(error as? AggregateError)
      #expect(aggregate.errors.first is Broken)
      #expect(aggregate.errors.last is BrokenPromiseError)
    }
  }

  @Test func `11.8.16 find does not retain its promises`() {
    #expect(
      errorOfBroken { find([Promise(value: 1), $0]) { _ in false }.asVoid() }
        is BrokenPromiseError
    )
  }
}

extension Inputs {
  private static let combinations: [@Sendable (Promise<Thing>, Promise<Thing>) -> Promise<Void>] = [
    { all([$0, $1]).asVoid() },
    { all($0, $1).asVoid() },
    { allSettled([$0, $1]).asVoid() },
    { allSettled($0, $1).asVoid() },
    { any([$1, $0.flatMap { thing in Promise<Thing>(error: Carrying(thing: thing)) }]).asVoid() },
    { find([$1, $0]) { _ in true }.asVoid() },
  ]
}

/// An error that holds an object.
private struct Carrying: Error {
  let thing: Thing
}

/// Returns the error of a combination whose input is released while it is pending.
private func errorOfBroken(_ combine: (Promise<Int>) -> Promise<Void>) -> (any Error)? {
  let combined = {
    let promise = Promise<Int>()
    let combined = combine(promise)
    #expect(combined.isPending)
    return withExtendedLifetime(promise) { combined }
  }()
  return combined.failure
}
