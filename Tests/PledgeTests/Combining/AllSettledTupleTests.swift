import Pledge
import PledgeTestSupport
import Testing

struct AllSettledTupleTests {
  @Test func `is fulfilled with every outcome, in the order given`() throws {
    let six = SixSources()
    let two = allSettled(six.number, six.flag)
    let three = allSettled(six.number, six.flag, six.text)
    let four = allSettled(six.number, six.flag, six.text, six.fraction)
    let five = allSettled(six.number, six.flag, six.text, six.fraction, six.list)
    let whole = allSettled(six.number, six.flag, six.text, six.fraction, six.list, six.byte)

    six.resolveInReverse {
      #expect(([two, three, four, five, whole] as [any Stage]).allSatisfy { $0.isPending })
    }

    #expect(try two.got.map { try values(of: $0) } == Array(six.values.prefix(2)))
    #expect(try three.got.map { try values(of: $0) } == Array(six.values.prefix(3)))
    #expect(try four.got.map { try values(of: $0) } == Array(six.values.prefix(4)))
    #expect(try five.got.map { try values(of: $0) } == Array(six.values.prefix(5)))
    #expect(try whole.got.map { try values(of: $0) } == six.values)
  }
}

/// Returns the descriptions of the values of a tuple of outcomes.
private func values<each Value>(
  of outcomes: (repeat Result<each Value, any Error>)
) throws -> [String] {
  descriptions(of: (repeat try (each outcomes).get()))
}
