import Pledge
import PledgeTestSupport
import Testing

@Suite("11.9 `&&&` and `|||`")
struct Infix {
  @Test(arguments: everyWay) func `11.9.1 p &&& q settles like all(p, q)`(way: Way) {
    let last = Promise<String>()
    let loser = Promise<Int>(discard: {})

    let combined = way.resolve(1) { $0 &&& last }
    let rejected = way.reject(Int.self, with: Broken()) { $0 &&& loser }
    #expect(combined.isPending)
    last.resolve("two")

    #expect(combined.got?.0 == 1)
    #expect(combined.got?.1 == "two")
    #expect(rejected.failure is Broken)
    #expect(loser.isDiscarded)
  }

  @Test func `11.9.2 &&& pairs a promise with a value on either side`() {
    expectStage(of: 1, gives: "1 two") { ($0 &&& "two").map { "\($0) \($1)" } }
    expectStage(of: 1, gives: "zero 1") { ("zero" &&& $0).map { "\($0) \($1)" } }
    expectStage(ofRejected: Broken(), throws: Broken()) { $0 &&& "two" }
    expectStage(ofRejected: Broken(), throws: Broken()) { "zero" &&& $0 }
  }

  @Test func `11.9.3 If both sides of &&& are promises, neither is treated as a plain value`() {
    let promise = Promise(value: 1)
    let future: Future<Int> = Promise(value: 2)

    // If a promise were taken for a plain value, the types would differ.
    let sums = [promise &&& promise, promise &&& future, future &&& promise, future &&& future]
      .map { $0.map { $0 + $1 } }

    #expect(sums.map { $0.got } == [2, 3, 3, 4])
  }

  @Test(arguments: everyWay) func `11.9.4 p ||| q settles like any(p, q)`(way: Way) {
    let loser = Promise<Int>(discard: {})

    let fulfilled = way.resolve(1) { $0 ||| loser }
    let rejected = way.reject(Int.self, with: Broken(number: 1)) {
      $0 ||| Promise(error: Broken(number: 2))
    }

    #expect(fulfilled.got == 1)
    #expect(loser.isDiscarded)
    let errors = (rejected.failure as? AggregateError)?.errors.map { $0 as? Broken }
    #expect(errors == [1, 2].map { Broken(number: $0) })
  }

  @Test(arguments: everyWay)
  func `11.9.5 ||| of different types is fulfilled with a value of either`(way: Way) {
    let loser = Promise<Int>(discard: {})

    #expect(way.resolve("one") { loser ||| $0 }.got as? String == "one")
    #expect(loser.isDiscarded)
  }

  @Test func `11.9.6 &&& has the precedence of *, and ||| that of +`() {
    let pair = Promise<(Int, Int)>() ||| Promise(value: 1) &&& Promise(value: 2)
    let triple = Promise(value: 1) &&& Promise(value: 2) &&& Promise(value: 3)

    #expect(pair.got?.0 == 1)
    #expect(pair.got?.1 == 2)
    #expect(triple.got?.0.1 == 2)
    #expect(triple.got?.1 == 3)
  }
}
