import Dispatch
import PledgeBolts
import TestSupport
import Testing

@Suite(.hangLimit)
struct CancellationTests {
  @Test func `canceling calls each block once, in order, and later ones immediately`() {
    let source = CancellationTokenSource.cancellationTokenSource()
    let log = Log<Int>()
    for index in 0..<3 { source.token.registerCancellationObserver { log.add(index) } }
    #expect(!source.isCancellationRequested && !source.token.isCancellationRequested)
    source.cancel()
    source.cancel()
    #expect(source.isCancellationRequested && source.token.isCancellationRequested)
    #expect(log.entries == [0, 1, 2])
    source.token.registerCancellationObserver { log.add(3) }.dispose()
    #expect(log.entries == [0, 1, 2, 3])
  }

  @Test func `a removed block is released and not called`() {
    let source = CancellationTokenSource()
    weak var life: Life?
    let log = Log<Int>()
    do {
      let captured = Life()
      life = captured
      let registration = source.token.registerCancellationObserver {
        withExtendedLifetime(captured) { log.add(1) }
      }
      registration.dispose()
      registration.dispose()
    }
    #expect(life == nil)
    source.cancel()
    #expect(log.entries.isEmpty)
  }

  @Test func `a zero delay cancels now, a longer one when it has elapsed`() {
    let now = CancellationTokenSource()
    now.cancel(afterDelay: 0)
    #expect(now.isCancellationRequested)
    let later = CancellationTokenSource()
    let handled = DispatchSemaphore(value: 0)
    later.token.registerCancellationObserver { handled.signal() }
    later.cancel(afterDelay: 60_000)
    later.cancel(afterDelay: 1)
    handled.wait()
    #expect(later.isCancellationRequested)
  }

  @Test func `a scheduled request can be replaced, and ends with the disposal`() {
    weak var token: CancellationToken?
    do {
      let source = CancellationTokenSource()
      token = source.token
      source.cancel(afterDelay: 3_600_000)
      source.cancel(afterDelay: -1)
      #expect(!source.isCancellationRequested)
      source.cancel(afterDelay: 3_600_000)
      source.dispose()
      #expect(!source.isCancellationRequested)
    }
    #expect(token == nil)
  }

  @Test func `using a disposed source, or a delay below minus one, stops the program`() async {
    await #expect(processExitsWith: .failure) { disposed().cancel() }
    await #expect(processExitsWith: .failure) { disposed().cancel(afterDelay: 1) }
    await #expect(processExitsWith: .failure) { disposed().token.registerCancellationObserver {} }
    await #expect(processExitsWith: .failure) { CancellationTokenSource().cancel(afterDelay: -2) }
  }

  @Test(arguments: [false, true])
  func `a continuation does not run once cancellation is requested, or was requested before`(
    isBefore: Bool
  ) {
    let (cancellation, log) = (CancellationTokenSource(), Log<Int>())
    let (token, source) = (cancellation.token, TaskCompletionSource<Int>())
    if isBefore { cancellation.cancel() }
    let tasks = [
      source.task.continueWith(cancellationToken: token) { _ in log.add(1) },
      source.task.continueWithTask(cancellationToken: token) { _ in Task(log.add(2)) },
      source.task.continueOnSuccessWith(cancellationToken: token) { _ in log.add(3) },
      source.task.continueOnSuccessWithTask(.immediate, cancellationToken: token) { _ in
        Task(log.add(4))
      },
    ]
    cancellation.cancel()
    // Continuations of success are canceled immediately.
    #expect(tasks.map(\.completed) == [false, false, isBefore, isBefore])
    source.set(result: 1)
    #expect(tasks.map(\.cancelled) == [true, true, true, true])
    #expect(log.entries.isEmpty)
  }

  @Test func `the token is checked again when the returned task is completed`() {
    for outcome in finished() {
      let cancellation = CancellationTokenSource()
      let source = TaskCompletionSource<Int>()
      let next = Task(1).continueWithTask(cancellationToken: cancellation.token) { _ in source.task
      }
      let success = Task(1).continueOnSuccessWithTask(cancellationToken: cancellation.token) { _ in
        source.task
      }
      cancellation.cancel()
      if let error = outcome.error { source.set(error: error) } else { source.set(result: 1) }
      #expect(next.cancelled && success.cancelled)
    }
  }

  @Test func `a delay checks its token at its start and at its end`() {
    var source: CancellationTokenSource
    var later: Task<Void>
    var delay = 0.001
    repeat {
      source = CancellationTokenSource()
      later = Task<Void>.withDelay(delay, cancellationToken: source.token)
      source.cancel()
      later.waitUntilCompleted()
      delay *= 2
      // If the timer checked the token before the request, the task has succeeded.
    } while !later.cancelled && delay < 100
    #expect(later.cancelled)
    #expect(Task<Void>.withDelay(3600, cancellationToken: source.token).cancelled)
  }

  @Test func `four threads register and cancel, and each block is called once`() async {
    for _ in 0..<200 {
      let source = CancellationTokenSource()
      let log = Log<Int>()
      await onThreads(4) { thread in
        source.token.registerCancellationObserver { log.add(thread) }
        if thread > 1 { source.cancel() }
      }
      #expect(log.entries.sorted() == [0, 1, 2, 3])
    }
  }
}

private func disposed() -> CancellationTokenSource {
  let source = CancellationTokenSource()
  source.dispose()
  return source
}
