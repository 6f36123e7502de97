import Foundation
import Pledge

/// A value behind a lock that the thread sanitizer sees.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    lock.withLock { body(&stored) }
  }
}

/// What happened, in order.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  var entries: [Entry] { stored.value }

  func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
}

/// Says when it goes.
final class Life: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

struct Failure: Error, Equatable {
  var number = 0
}

extension Result {
  var error: (any Error)? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

/// Runs `body` on a thread with a stack of 512 KiB, and waits for its end.
func onSmallStack(name: String = "", _ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      Thread.current.threadDictionary["name"] = name
      body()
      continuation.resume()
    }
    thread.stackSize = 512 << 10
    thread.start()
  }
}

/// Runs `body` on as many threads at once, with their numbers, and waits for their end.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let ready = DispatchGroup()
  for _ in 0..<count { ready.enter() }
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask {
        await onSmallStack {
          ready.leave()
          ready.wait()
          body(number)
        }
      }
    }
  }
}

/// Collects the errors that are reported as unheard while `body` runs, of promises made in `file`.
///
/// Not with a handler of reports: there is one for the whole process.
func reports(from file: String = #fileID, during body: () throws -> Void) rethrows -> [any Error] {
  let listener = Listener(file: file)
  let installation = Diagnostics.install(listener)
  defer { installation.remove() }
  try body()
  return listener.errors.entries
}

private struct Listener: PromiseObserver {
  let file: String
  let errors = Log<any Error>()

  func observe(_ event: PromiseEvent) {
    if case .unheard(let error) = event.kind, event.fileID == file { errors.add(error) }
  }
}
