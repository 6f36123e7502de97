import Pledge
import PledgeTestSupport
import Testing

/// The hook is process-wide, so these tests run one at a time and consider only reports of promises
/// created in this file.
@Suite(.serialized)
struct UnhandledRejectionsTests {
  fileprivate struct Program: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable () -> Void

    init(_ description: String, _ run: @escaping @Sendable () -> Void) {
      testDescription = description
      self.run = run
    }
  }

  /// Returns the number of rejections that are reported while `program` runs.
  private func reports(of program: Program) -> Int {
    let reports = Log<UnhandledRejections.Report>()
    UnhandledRejections.handle { reports.add($0) }
    defer { UnhandledRejections.print() }
    program.run()
    return reports.entries.count { $0.fileID == #fileID }
  }

  private static let handled = [
    Program("handlers on a context that receive the error") {
      let context = ManualContext()
      Promise<Int>(error: Broken()).catch(on: context) { _ in }
      Promise<Int>(error: Broken()).observe(on: context) { _ in }
      context.runAll()
    },
    Program("a combination of rejections") {
      _ = allSettled([Promise<Int>(error: Broken()), Promise(error: Broken())])
    },
    Program("the root of a losing stage of a race") {
      let (winner, loser) = (Promise<Int>(), Promise<Int>())
      let promise = race(winner, loser.map { $0 })
      winner.resolve(1)
      loser.reject(Broken())
      #expect(promise.got == 1)
    },
    Program("a rejected stage of a returned promise, in a race that is decided") {
      let inner = Promise<Int>()
      let stage = Promise(value: 1).flatMap { _ in inner }
      inner.reject(Broken())
      #expect(race(Promise(value: 1), stage).got == 1)
    },
    Program("the decisive rejection of a combination, and its discarded inputs") {
      let root = Promise<Int>()
      let together = all((0..<10).map { _ in root.map { $0 } })
      root.reject(Broken())
      #expect(together.broken == Broken())
    },
    Program("the promises of a cycle, one of which was handled") {
      let source = Promise<Int>()
      let slot = Locked<Promise<Int>?>(nil)
      let stage = source.flatMap { _ in try #require(slot.value).map { $0 } }
      slot.value = stage
      source.resolve(1)
      slot.value = nil
      #expect(stage.failure is CycleError)
    },
  ]

  @Test("a rejection that is handled, or related to one, is not reported", arguments: handled)
  private func noReport(program: Program) {
    #expect(reports(of: program) == 0)
  }

  /// Programs that use a promise, and break it by releasing its resolver.
  private static let broken = [
    Program("a stage derived after the promise broke") {
      let (promise, resolver) = pending()
      let stage = promise.map { $0 }
      resolver.value = nil
      _ = stage.map { $0 }
    },
    Program("a handler on a context") {
      let (promise, resolver) = pending()
      let context = ManualContext()
      _ = promise.ensure(on: context) {}
      resolver.value = nil
      context.runAll()
    },
    Program("combinations, and a chained promise") {
      let (promise, resolver) = pending()
      let chained = Promise<Int>()
      chained.chain(after: promise)
      let combined = (all([promise]), race(promise))
      resolver.value = nil
      #expect(chained.isRejected && combined.0.isRejected && combined.1.isRejected)
    },
  ]

  @Test("a broken promise is reported once, whatever it passes through", arguments: broken)
  private func oneReport(program: Program) {
    #expect(reports(of: program) == 1)
  }

  private static func pending() -> (Promise<Int>, Locked<Resolver<Int>?>) {
    let resolver = Locked<Resolver<Int>?>(nil)
    return (Promise<Int> { resolver.value = $0 }, resolver)
  }
}
