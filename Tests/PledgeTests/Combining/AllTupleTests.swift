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
}
