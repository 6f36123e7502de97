import Dispatch
import Pledge
import PledgeTestSupport
import Testing

struct ExecutionContextTests {
  private let context = ManualContext()
  private let calls = Log<Int>()

  @Test func `that runs work on many threads concurrently runs a handler once`() {
    for _ in 0..<200 {
      let promise = Promise(value: 2).map(on: CrowdContext()) { calls.add($0) }

      #expect(promise.isFulfilled)
    }

    #expect(calls.count == 200)
  }

  @Test func `that keeps work after its end keeps no cleanup`() throws {
    let (context, ends) = (ManualContext(), Log<Int>())
    let stage = Promise(value: 2).ensure(on: context) { [life = Life { ends.add(1) }] in
      withExtendedLifetime(life) {}
    }
    stage.discard()
    let job = try #require(context.next())

    job()

    withExtendedLifetime(job) { #expect(ends.count == 1) }
  }

  @Test func `that is released with its work breaks the stage`() {
    var context: ManualContext? = ManualContext()
    let stage = context.map { Promise(value: 2).map(on: $0) { $0 } }
    #expect(stage?.isPending == true)

    // The job keeps the stage, so the stage must not keep the context.
    context = nil

    #expect(stage?.failure is BrokenPromiseError)
  }

  @Test func `a stage whose last consumer detaches while it is queued is discarded`() {
    let stage = Promise(value: 2).map(on: context) { calls.add($0) }
    let consumer = stage.observe { _ in }

    consumer.discard()
    context.runAll()

    #expect(stage.isDiscarded)
    #expect(calls.count == 0)
  }
}

struct ImmediateContextTests {
  @Test func `runs work before it returns`() {
    let calls = Log<Void>()

    ImmediateContext().run { calls.add() }

    #expect(calls.count == 1)
  }

  @Test func `a handler on it runs on the thread that settles`() {
    let threads = Log<ObjectIdentifier>()
    let source = Promise<Int>()
    source.observe(on: .immediate) { _ in threads.add(currentThread()) }

    onThread {
      threads.add(currentThread())
      source.resolve(2)
    }

    #expect(threads.count == 2)
    #expect(Set(threads.entries).count == 1)
  }
}

@Suite(.hangLimit)
struct DispatchQueueTests {
  @Test func `a handler that is discarded while it is queued does not run`() async {
    let queue = DispatchQueue(label: "handlers")
    let calls = Log<Void>()
    queue.suspend()
    let promise = Promise(value: 2).map(on: queue) { _ in calls.add() }

    promise.discard()
    queue.resume()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }

    #expect(promise.isDiscarded)
    #expect(calls.count == 0)
  }
}

@Suite(.hangLimit)
struct SeparateJobsTests {
  @Test func `observers see the name of the context`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "separate")
      let source = Promise<Int>()
      let events = Recording { source.observe(on: queue.separateJobs) { _ in } }
      #expect(events.all.filter(\.isChaining).map(\.context) == ["separate"])
    }
  }
}

@Suite(.hangLimit)
@MainActor
struct MainActorExecutorTests {
  private let screen = Screen()

  @Test func `handlers of another promise do not wait for it`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("waiting") }
    source.resolve(2)

    Promise(value: 3).observe(on: MainActor.shared) { [screen] _ in screen.lines.append("inline") }
    #expect(screen.lines == ["inline"])
    await mainQueueDrained()

    #expect(screen.lines == ["inline", "waiting"])
  }

  @Test func `a handler may register another one with its promise`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen, source] _ in
      screen.lines.append("1")
      source.observe(on: MainActor.shared) { _ in screen.lines.append("3") }
    }
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("2") }

    source.resolve(2)
    await mainQueueDrained()
    await mainQueueDrained()

    #expect(screen.lines == ["1", "2", "3"])
  }
}
