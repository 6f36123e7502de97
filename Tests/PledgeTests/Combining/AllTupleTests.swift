import Pledge
import PledgeTestSupport
import Testing

struct AllTupleTests {
  @Test func `values of any alignment arrive`() {
    let (small, large, word) = (Promise<UInt8>(), Promise<SIMD8<Double>>(), Promise<Int>())
    let combined = all(small, large, word)

    word.resolve(3)
    large.resolve(SIMD8(repeating: 2))
    small.resolve(1)

    let got = combined.got
    #expect(got?.0 == 1 && got?.1 == SIMD8(repeating: 2) && got?.2 == 3)
  }

  @Test func `of two promises is fulfilled with every value, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let promise = all(number, flag)

    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == true)
  }

  @Test func `of three promises is fulfilled with every value, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let promise = all(number, flag, text)

    #expect(promise.isPending)
    text.resolve("c")
    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == true)
    #expect(promise.got?.2 == "c")
  }

  @Test func `of four promises is fulfilled with every value, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let fraction = Promise<Double>()
    let promise = all(number, flag, text, fraction)

    #expect(promise.isPending)
    fraction.resolve(4.5)
    #expect(promise.isPending)
    text.resolve("c")
    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == true)
    #expect(promise.got?.2 == "c")
    #expect(promise.got?.3 == 4.5)
  }

  @Test func `of five promises is fulfilled with every value, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let fraction = Promise<Double>()
    let list = Promise<[Int]>()
    let promise = all(number, flag, text, fraction, list)

    #expect(promise.isPending)
    list.resolve([5])
    #expect(promise.isPending)
    fraction.resolve(4.5)
    #expect(promise.isPending)
    text.resolve("c")
    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == true)
    #expect(promise.got?.2 == "c")
    #expect(promise.got?.3 == 4.5)
    #expect(promise.got?.4 == [5])
  }

  @Test func `of six promises is fulfilled with every value, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let fraction = Promise<Double>()
    let list = Promise<[Int]>()
    let byte = Promise<UInt8>()
    let promise = all(number, flag, text, fraction, list, byte)

    #expect(promise.isPending)
    byte.resolve(UInt8(6))
    #expect(promise.isPending)
    list.resolve([5])
    #expect(promise.isPending)
    fraction.resolve(4.5)
    #expect(promise.isPending)
    text.resolve("c")
    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == true)
    #expect(promise.got?.2 == "c")
    #expect(promise.got?.3 == 4.5)
    #expect(promise.got?.4 == [5])
    #expect(promise.got?.5 == UInt8(6))
  }

  @Test func `of settled promises is settled`() {
    let promise = all(Promise(value: 1), Promise(value: "a"))

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == "a")
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = all(source, source)

    source.resolve(1)

    #expect(promise.got?.0 == 1)
    #expect(promise.got?.1 == 1)
  }

  @Test func `a value that is an optional counts even if it is nil`() {
    let promise = all(Promise<Int?>(value: nil), Promise(value: 2))

    #expect(promise.isFulfilled)
    #expect(promise.got?.1 == 2)
  }

  @Test func `the first rejection rejects it, and detaches it from the others`() {
    let stops = Log<Int>()
    let other = Promise<Bool>(discard: { stops.add(1) })
    let source = Promise<Int>()
    let promise = all(source, other)

    source.reject(Broken())

    #expect(promise.failure is Broken)
    #expect(stops.entries == [1])
  }

  @Test func `discarding it discards the work of every promise`() {
    let stops = Log<Int>()
    let first = Promise<Int>(discard: { stops.add(1) })
    let second = Promise<Bool>(discard: { stops.add(2) })
    let promise = all(first, second)

    promise.discard()

    #expect(stops.entries.sorted() == [1, 2])
  }

  @Test func `receives every value if the promises are resolved on several threads`() {
    for round in 0..<2_000 {
      let (number, text, flag) = (Promise<Int>(), Promise<String>(), Promise<Bool>())
      let promise = all(number, text, flag)

      concurrently(3) { index in
        switch index {
        case 0: number.resolve(round)
        case 1: text.resolve("\(round)")
        default: flag.resolve(true)
        }
      }

      #expect(promise.got?.0 == round)
      #expect(promise.got?.1 == "\(round)")
      #expect(promise.got?.2 == true)
    }
  }
}
