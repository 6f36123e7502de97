import Pledge
import PledgeTestSupport
import Testing

struct AllSettledTests {
  @Test func `accepts the same promise twice`() throws {
    let source = Promise<Int>()
    let rejected = Promise<Int>()
    let list = allSettled([rejected, rejected])
    let tuple = allSettled(source, Promise(value: "two"), source)

    rejected.reject(Broken())
    source.resolve(1)

    #expect(list.got?.count == 2)
    #expect(try tuple.got?.0.get() == 1)
    #expect(try tuple.got?.2.get() == 1)
  }

  @Test func `is fulfilled when many threads settle the promises`() {
    let sources = (0..<200).map { _ in Promise<Int>() }
    let promise = allSettled(sources)

    concurrently(200) { index in
      if index < 100 { sources[index].resolve(index) } else { sources[index].reject(nil) }
    }

    let values = promise.got?.compactMap { try? $0.get() }
    #expect(promise.got?.count == 200)
    #expect(values == Array(0..<100))
  }
}
