internal import Dispatch
internal import Foundation

/// Whether this is the main thread, or the main queue, which on Linux leaves that once an
/// asynchronous `main` has suspended.
var isOnMain: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) != nil
}

private let mainQueueMark = {
  let mark = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: mark, value: ())
  return mark
}()
