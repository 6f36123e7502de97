import Pledge
import PledgeTestSupport
import Testing

struct CatchTests {
  @Test func `calls the body with the error and passes it on`() {
    let errors = Log<any Error>()
    let promise = Promise<Int>(error: Broken(number: 1)).catch { errors.add($0) }

    #expect(promise.broken == Broken(number: 1))
    #expect(errors.entries.map { $0 as? Broken } == [Broken(number: 1)])
  }

  @Test func `handles an error that arrives later`() {
    let source = Promise<Int>()
    let errors = Log<any Error>()
    source.catch { errors.add($0) }

    source.reject(Broken(number: 1))

    #expect(errors.entries.map { $0 as? Broken } == [Broken(number: 1)])
  }

  @Test func `passes on a value without calling the body`() {
    let errors = Log<any Error>()
    let promise = Promise(value: 2).catch { errors.add($0) }

    #expect(promise.got == 2)
    #expect(errors.count == 0)
  }

  @Test func `handles a broken promise`() {
    let errors = Log<any Error>()
    var resolver: Resolver<Int>?
    let promise: Promise<Int>
    (promise, resolver) = Promise<Int>.pending()
    promise.catch { errors.add($0) }

    #expect(resolver != nil)
    resolver = nil

    #expect(errors.entries.first is BrokenPromiseError)
  }
}

// MARK: - On a context

extension CatchTests {
  @Test func `on a context, the body runs as a job`() {
    let context = ManualContext()
    let errors = Log<any Error>()
    let promise = Promise<Int>(error: Broken()).catch(on: context) { errors.add($0) }
    #expect(promise.isPending)

    context.runAll()

    #expect(errors.count == 1)
    #expect(promise.broken == Broken())
  }

  @Test func `on a context, a value needs no job`() {
    let context = ManualContext()
    let promise = Promise(value: 2).catch(on: context) { _ in }

    #expect(promise.got == 2)
    #expect(context.count == 0)
  }
}

// MARK: - On the main actor

extension CatchTests {
  @Test @MainActor func `on the main actor, the body uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.catch(on: MainActor.shared) { _ in screen.lines.append("error") }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.broken == Broken())
  }
}
