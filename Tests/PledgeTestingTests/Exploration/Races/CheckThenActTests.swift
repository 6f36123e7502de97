import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A balance is checked in one job and changed in a later one.
struct CheckThenActTests {
  private final class Account: Sendable {
    let balance = Locked(100)
    private let database: WorldContext
    private let isAtomic: Bool

    init(_ world: Exploration.World, isAtomic: Bool) {
      database = world.context("database")
      self.isAtomic = isAtomic
    }

    func withdraw(_ amount: Int, when order: Future<Void>) {
      order.map(on: database) { [balance, isAtomic] in
        guard balance.value >= amount else { return 0 }
        if isAtomic { balance.withLock { $0 -= amount } }
        return amount
      }
      .observe(on: database) { [balance, isAtomic] amount in
        if !isAtomic { balance.withLock { $0 -= (try? amount.get()) ?? 0 } }
      }
    }
  }

  @Test func `an exploration finds the race`() throws {
    let orderings = try expectRace { world, isRepaired in
      let account = Account(world, isAtomic: isRepaired)
      for number in 1...2 {
        let order = world.pending(Void.self, .value(()), label: "order \(number)")
        account.withdraw(80, when: order)
      }
      world.run()
      world.expect(account.balance.value >= 0, "the balance is \(account.balance.value)")
    }
    // Two orders of the answers A and B; let A be first. The context is a queue, which holds one job
    // for each order, and the first one (c) adds the second one (o). Until B is there, only A's jobs
    // can run. B comes before c, after c, or after o, and the rest has one order: 3 ways.
    #expect(orderings == 2 * 3)
  }
}
