import Foundation
import PledgeTestSupport

extension UnmodifiedRace {
  /// The handler of a cancellation finds no waiter, and the operation then stores one, which is
  /// never resumed (swiftlang/swift-package-manager#8721).
  static let strandedWaiter = Self("waiter stored after its cancellation") {
    let gate = Waiters()
    let waiter = Task { await gate.waitUnlessCanceled() }
    waiter.cancel()
    await gate.forget()
    try await expectOutcome(waiter.value, is: "canceled")
  }

  /// A request finds the pool open, and is queued after a shutdown has told all that are queued
  /// (vapor/async-kit#40).
  static let forgottenRequest = Self("request queued after a shutdown") {
    let pool = Waiters()
    let request = Task { await pool.waitUnlessClosed() }
    pool.close()
    await pool.forget()
    try await expectOutcome(request.value, is: "closed")
  }

  /// A request joins one in flight after that has told all that joined, and before it is removed
  /// (Moya/Moya#2215).
  static let lateJoiner = Self("request joined after its completion") {
    let requests = Waiters()
    let second = Task { await requests.waitUnlessClosed() }
    requests.complete()
    await requests.forget()
    try await expectOutcome(second.value == "forgotten", is: false)
  }

  /// The answer to a request arrives before the sender waits for it, and is ignored
  /// (PADL/SwiftOCA#56).
  static let ignoredAnswer = Self("answer before its request is enrolled") {
    let requests = Waiters()
    let answer = Task { await requests.send() }
    await requests.forget()
    try await expectOutcome(answer.value, is: "answer")
  }
}

/// Continuations that wait for a text.
private final class Waiters: Sendable {
  private typealias Waiter = CheckedContinuation<String, Never>
  private let waiters = Locked<[Waiter]>([])
  private let isClosed = Locked(false)
  private let early = Locked<String?>(nil)
  private let isRepaired = UnmodifiedRace.isRepaired

  private func resumeAll(_ text: String) {
    let all = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for waiter in all { waiter.resume(returning: text) }
  }

  /// Ends what waits in vain, once nothing else can happen.
  func forget() async {
    if isRepaired { return }
    try? await Task.sleep(for: .milliseconds(20))
    resumeAll("forgotten")
  }

  private func wait(ends: @Sendable () -> String?) async -> String {
    await withCheckedContinuation { waiter in
      waiters.withLock { $0.append(waiter) }
      if isRepaired, let text = ends() { resumeAll(text) }
    }
  }

  func waitUnlessCanceled() async -> String {
    await withTaskCancellationHandler {
      if Task.isCancelled { return "canceled" }
      return await wait { Task.isCancelled ? "canceled" : nil }
    } onCancel: {
      resumeAll("canceled")
    }
  }

  func waitUnlessClosed() async -> String {
    if isClosed.value { return "closed" }
    return await wait { isClosed.value ? "closed" : nil }
  }

  func close() {
    isClosed.value = true
    resumeAll("closed")
  }

  func complete() {
    resumeAll("completed")
    isClosed.value = true
    if isRepaired { resumeAll("completed") }
  }

  func send() async -> String {
    Task { receive("answer") }
    return await wait { early.value }
  }

  private func receive(_ answer: String) {
    early.value = answer
    resumeAll(answer)
  }
}

extension UnmodifiedRace {
  /// A cancellation holds a task's lock and needs the queue, and a failure of the connection holds
  /// the queue and needs the task's lock (swiftlang/swift-corelibs-foundation#5412).
  static let lockOrder = Self("two locks in opposite orders") {
    let transfer = Transfer()
    let cancellation = Task { transfer.cancel() }
    transfer.fail()
    await cancellation.value
  }

  /// The number of a host's errors and the last one are read in two sections of a lock, and a
  /// success clears them in between (swiftlang/swift-package-manager#10399).
  static let tornRead = Self("state read in two sections of a lock") {
    let host = Host()
    async let success: Void = host.errors.withLock { $0 = [] }
    let status = host.status
    await success
    try expectOutcome(status.contains("nothing"), is: false)
  }

  /// The task of a timeout is stored after the request has been answered, so it is never canceled
  /// (damus-io/damus#3638).
  static let leftTimeout = Self("timeout stored after the answer") {
    let wallet = Wallet()
    await wallet.request()
    try expectOutcome(wallet.timeout.value == nil, is: true)
  }
}

private final class Transfer: Sendable {
  private let (task, queue) = (NSLock(), NSLock())
  private let isRepaired = UnmodifiedRace.isRepaired

  func cancel() { task.withLock { queue.withLock {} } }

  func fail() {
    queue.withLock { if !isRepaired { task.withLock {} } }
    if isRepaired { task.withLock {} }
  }
}

private final class Host: Sendable {
  let errors = Locked(["no route"])
  private let isRepaired = UnmodifiedRace.isRepaired

  var status: String {
    let first = errors.value
    let last = isRepaired ? first.last : errors.value.last
    return first.isEmpty ? "open" : "broken by \(last ?? "nothing")"
  }
}

private final class Wallet: Sendable {
  let timeout = Locked<Task<Void, Never>?>(nil)
  private let isAnswered = Locked(false)
  private let isRepaired = UnmodifiedRace.isRepaired

  func request() async {
    let answer = Task { self.answer() }
    timeout.value = Task { try? await Task.sleep(for: .seconds(1)) }
    if isRepaired && isAnswered.value { self.answer() }
    await answer.value
  }

  private func answer() {
    isAnswered.value = true
    timeout.withLock { timeout in
      timeout?.cancel()
      timeout = nil
    }
  }
}
