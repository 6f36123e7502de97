internal import Dispatch
internal import Foundation

/// Whether this code runs on the main thread or the main queue.
///
/// On Linux, the main queue runs on other threads once an asynchronous `main` has suspended.
var isOnMain: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueMark) != nil
}

private let mainQueueMark = {
  let mark = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: mark, value: ())
  return mark
}()
