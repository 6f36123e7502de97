import Pledge
import PledgeTestSupport
import Testing

@Suite("6.7 `DiscardBag`", .hangLimit)
struct DiscardBagClauses {
  private let bag = DiscardBag()

  @Test("6.7.1 A bag discards its promises when it is released")
  func clause6_7_1() {
    let promises = [Promise<Int>(), Promise<Int>()]
    do {
      let bag = DiscardBag()
      for promise in promises { promise.discarded(by: bag) }
      #expect(promises.allSatisfy { $0.isPending })
      withExtendedLifetime(bag) {}
    }

    #expect(promises.allSatisfy { $0.isDiscarded })
  }

  @Test("6.7.2 `discardAll` immediately discards the promises of a bag, in insertion order")
  func clause6_7_2() {
    let log = Log<Int>()
    func fill(_ number: Int) -> Promise<Int> {
      Promise(discard: { log.add(number) }).discarded(by: bag)
    }

    let promises = [fill(1), fill(2)]
    bag.discardAll()
    #expect(log.entries == [1, 2])
    let late = fill(3)
    #expect(late.isPending)
    bag.discardAll()

    #expect((promises + [late]).allSatisfy { $0.isDiscarded })
    #expect(log.entries == [1, 2, 3])
  }

  @Test("6.7.3 A bag does not retain its promises", arguments: everyWay)
  func clause6_7_3(way: Way) {
    let cage = Cage(weight: 0)
    do {
      let dropped = Promise<Int>(discard: { [life = cage.canary()] in
        withExtendedLifetime(life) {}
      })
      dropped.discarded(by: bag)
      #expect(cage.living == 1)
      way.resolve(cage.canary()) { $0.discarded(by: bag) }
    }

    #expect(cage.living == 0)
    bag.discardAll()
  }

  @Test("6.7.4 A bag is not a consumer of its promises")
  func clause6_7_4() {
    let source = Promise<Int>(discard: {}).discarded(by: bag)

    source.map { $0 }.discard()

    #expect(source.isDiscarded)
    withExtendedLifetime(bag) {}
  }
}
