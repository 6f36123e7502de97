internal import Dispatch

/// Whether this code runs on the main queue.
///
/// The main thread also runs work that is passed to `sync` of other queues. On Linux, the queue
/// changes threads once an asynchronous `main` has suspended.
package var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) != nil }

/// The key that marks the main queue.
private let mark = {
  let mark = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: mark, value: ())
  return mark
}()
