import Pledge
import PledgeTestSupport
import Testing

struct AllSettledTupleTests {
  @Test func `of two promises is fulfilled with every outcome, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let promise = allSettled(number, flag)

    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0.value == 1)
    #expect(promise.got?.1.value == true)
  }

  @Test func `of three promises is fulfilled with every outcome, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let promise = allSettled(number, flag, text)

    #expect(promise.isPending)
    text.resolve("c")
    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0.value == 1)
    #expect(promise.got?.1.value == true)
    #expect(promise.got?.2.value == "c")
  }

  @Test func `of four promises is fulfilled with every outcome, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let fraction = Promise<Double>()
    let promise = allSettled(number, flag, text, fraction)

    #expect(promise.isPending)
    fraction.resolve(4.5)
    #expect(promise.isPending)
    text.resolve("c")
    #expect(promise.isPending)
    flag.resolve(true)
    #expect(promise.isPending)
    number.resolve(1)

    #expect(promise.got?.0.value == 1)
    #expect(promise.got?.1.value == true)
    #expect(promise.got?.2.value == "c")
    #expect(promise.got?.3.value == 4.5)
  }

  @Test func `of five promises is fulfilled with every outcome, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let fraction = Promise<Double>()
    let list = Promise<[Int]>()
    let promise = allSettled(number, flag, text, fraction, list)

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

    #expect(promise.got?.0.value == 1)
    #expect(promise.got?.1.value == true)
    #expect(promise.got?.2.value == "c")
    #expect(promise.got?.3.value == 4.5)
    #expect(promise.got?.4.value == [5])
  }

  @Test func `of six promises is fulfilled with every outcome, in the order given`() {
    let number = Promise<Int>()
    let flag = Promise<Bool>()
    let text = Promise<String>()
    let fraction = Promise<Double>()
    let list = Promise<[Int]>()
    let byte = Promise<UInt8>()
    let promise = allSettled(number, flag, text, fraction, list, byte)

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

    #expect(promise.got?.0.value == 1)
    #expect(promise.got?.1.value == true)
    #expect(promise.got?.2.value == "c")
    #expect(promise.got?.3.value == 4.5)
    #expect(promise.got?.4.value == [5])
    #expect(promise.got?.5.value == UInt8(6))
  }

  @Test func `is fulfilled with the errors, too`() {
    let (first, second) = (Promise<Int>(), Promise<String>())
    let promise = allSettled(first, second)

    second.reject(Broken())
    #expect(promise.isPending)
    first.resolve(1)

    #expect(promise.got?.0.value == 1)
    #expect(promise.got?.1.error is Broken)
  }

  @Test func `discarding it discards the work of every promise`() {
    let stops = Log<Int>()
    let first = Promise<Int>(discard: { stops.add(1) })
    let second = Promise<Bool>(discard: { stops.add(2) })
    let promise = allSettled(first, second)

    promise.discard()

    #expect(stops.entries.sorted() == [1, 2])
  }
}

extension Result {
  fileprivate var value: Success? { try? get() }

  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
