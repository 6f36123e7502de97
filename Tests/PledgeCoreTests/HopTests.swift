import Pledge
import PledgeSupport
import Testing

@Suite struct HopTests {
  /// A context that keeps its work, and runs it again at each call of `runAll()`.
  private final class Shelf: ExecutionContext {
    private let work = Locked<[@Sendable () -> Void]>([])

    func run(_ work: @escaping @Sendable () -> Void) {
      self.work.withLock { $0.append(work) }
    }

    func runAll() {
      for job in work.withLock({ $0 }) { job() }
    }
  }

  @Test func `a job that runs again while its stage follows a promise does nothing`() throws {
    let shelf = Shelf()
    let (inner, resolver) = Promise<String>.pending()
    let stage = Promise(value: 1).flatMap(on: shelf) { _ in inner }
    shelf.runAll()
    shelf.runAll()
    #expect(stage.isPending)
    resolver.resolve("fine")
    #expect(try stage.result?.get() == "fine")
  }
}
