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

  @Test func `is fulfilled with every value, in the order given`() {
    let six = SixSources()
    let two = all(six.number, six.flag)
    let three = all(six.number, six.flag, six.text)
    let four = all(six.number, six.flag, six.text, six.fraction)
    let five = all(six.number, six.flag, six.text, six.fraction, six.list)
    let whole = all(six.number, six.flag, six.text, six.fraction, six.list, six.byte)

    six.resolveInReverse {
      #expect(([two, three, four, five, whole] as [any Stage]).allSatisfy { $0.isPending })
    }

    #expect(two.got.map { descriptions(of: $0) } == Array(six.values.prefix(2)))
    #expect(three.got.map { descriptions(of: $0) } == Array(six.values.prefix(3)))
    #expect(four.got.map { descriptions(of: $0) } == Array(six.values.prefix(4)))
    #expect(five.got.map { descriptions(of: $0) } == Array(six.values.prefix(5)))
    #expect(whole.got.map { descriptions(of: $0) } == six.values)
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
