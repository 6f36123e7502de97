import Pledge
import PledgeTestSupport
import Testing

@Suite struct SharedJobTests {
  private let context = SharingContext()

  @Test func `a long chain takes constant stack`() async {
    let context = context
    let jobs = await onSmallStack {
      var stage = Promise(value: 0).map(on: context) { $0 + 1 }
      for _ in 1..<100_000 { stage = stage.map(on: context) { $0 + 1 } }
      let jobs = context.runAll()
      return stage.got == 100_000 ? jobs : 0
    }
    #expect(jobs == 100_000 / 16)
  }

  @Test func `a job nested in a handler keeps to its own chain`() {
    let inner = SharingContext()
    let log = Log<Int>()
    let nested = Promise(value: 1).map(on: inner) { $0 }.map(on: inner) { log.add($0) }
    let last = Promise(value: 2)
      .map(on: context) { value in
        inner.runAll()
        return value
      }
      .map(on: context) { log.add($0) }

    #expect(context.runAll() == 1)
    #expect(nested.isFulfilled && last.isFulfilled)
    #expect(log.entries == [1, 2])
  }

  @Test func `a job releases its stage and its source when it has run`() {
    weak var source: Promise<Int>?
    do {
      let first = Promise(value: 1)
      source = first
      first.map(on: context) { $0 }.observe(on: context) { _ in }
    }
    #expect(source != nil)
    context.runNext()
    #expect(source == nil)
  }

  @Test func `a consumer that registers at the limit keeps its place`() {
    let log = Log<String>()
    let context = AskedContext()
    var stage = Promise(value: 0).map(on: context) { $0 }
    for _ in 1..<16 { stage = stage.map(on: context) { $0 } }
    let source = stage
    source.observe(on: context) { _ in log.add("first") }
    // The identity is read once for the first job, and then for each handler that may share it;
    // last, for the job of its own.
    context.atQuestion(18) { source.observe(on: context) { _ in log.add("second") } }

    context.jobs.runAll()
    #expect(log.entries == ["first", "second"])
  }
}

/// A context that runs code when its identity is read.
private final class AskedContext: ExecutionContext {
  let jobs = SharingContext()
  private let questions = Locked<(count: Int, answers: [Int: @Sendable () -> Void])>((0, [:]))

  func atQuestion(_ number: Int, _ body: @escaping @Sendable () -> Void) {
    questions.withLock { $0.answers[number] = body }
  }

  func run(_ work: @escaping @Sendable () -> Void) { jobs.run(work) }

  var executionIdentity: AnyObject? {
    let answer = questions.withLock { questions in
      questions.count += 1
      return questions.answers.removeValue(forKey: questions.count)
    }
    answer?()
    return self
  }
}
