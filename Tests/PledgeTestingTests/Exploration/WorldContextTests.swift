import Dispatch
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct WorldContextTests {
  @Test func `jobs of one context run in order`() throws {
    let report = try explore { world in
      let log = Log<Int>()
      for number in 1...4 { world.context("main").run { log.add(number) } }
      world.run()
      world.expect(log.entries == [1, 2, 3, 4])
    }
    #expect(report.tried == 1)
  }

  /// Two contexts with *m* and *n* jobs have as many orderings as there are ways to choose the
  /// places of the first one's jobs among all: (*m* + *n*)! / (*m*! *n*!).
  @Test(arguments: [(1, 1, 2), (2, 2, 6), (3, 3, 20), (2, 5, 21)])
  func `jobs of two contexts are merged in every way`(m: Int, n: Int, count: Int) throws {
    let report = try explore { world in
      for _ in 0..<m { world.context("a").run {} }
      for _ in 0..<n { world.context("b").run("named") {} }
      world.run()
    }
    #expect(report.tried == count)
  }

  @Test func `a handler waits for its turn`() throws {
    let report = try explore { world in
      let length = Promise(value: "abc").map(on: world.context("main")) { $0.count }
      world.expect(length.isPending)
      world.run()
      world.expect(length.isFulfilled)
    }
    #expect(report.isComplete)
  }

  @Test func `a closure is released before the next job runs`() throws {
    let log = Log<String>()
    try explore { world in
      let main = world.context("main")
      do {
        let object = Life { log.add("released") }
        main.run { withExtendedLifetime(object) { log.add("first") } }
      }
      main.run { log.add("second") }
      world.run()
    }
    #expect(log.entries == ["first", "released", "second"])
  }

  @Test func `a closure may release objects that use the world`() throws {
    let report = try explore { world in
      let main = world.context("main")
      do {
        let bag = DiscardBag()
        after(.seconds(1), clock: world.clock).discarded(by: bag).ignoringErrors()
        main.run { withExtendedLifetime(bag) {} }
      }
      main.run {}
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a job from another thread fails the ordering`() throws {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        let main = world.context("main")
        DispatchQueue(label: "app.queue").sync {
          let done = DispatchSemaphore(value: 0)
          detachThread { main.run {} }.observe { _ in done.signal() }
          done.wait()
        }
        world.run()
      }
    }
    let problem = "a job was sent to \"main\" by another thread"
    #expect(error?.problems.contains { $0.hasPrefix(problem) } == true)
  }

  @Test func `observers see the name of the context`() throws {
    let contexts = Log<String?>()
    let installation = Diagnostics.install(ContextObserver(contexts: contexts))
    defer { installation.remove() }
    try explore { world in
      Promise(value: 1).map(on: world.context("exploration.main")) { $0 }.ignoringErrors()
      world.run()
    }
    #expect(contexts.entries.contains("exploration.main"))
  }

  private struct ContextObserver: PromiseObserver {
    let contexts: Log<String?>

    func observe(_ event: PromiseEvent) { contexts.add(event.context) }
  }
}
