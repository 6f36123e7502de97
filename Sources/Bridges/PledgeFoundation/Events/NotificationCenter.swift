public import Foundation
public import Pledge

extension NotificationCenter {
  /// Waits for the next notification of `name`, and returns a promise for what `read` takes from it.
  ///
  ///     let resized = Notification.Name("Resized")
  ///     NotificationCenter.default.once(resized) { $0.userInfo?["size"] as? Int }
  ///       .observe { print($0) }
  ///
  /// It listens from now on, and no longer than until then: discarding the promise, or the leaving of
  /// its last consumer, ends it. The notification itself may not leave its thread, hence `read`.
  /// Handlers run on the thread that posts unless told otherwise.
  ///
  /// For a series there is `notifications(named:)`, where the platform has it, and `Promise(first:)`.
  ///
  /// - Parameters:
  ///   - name: What to wait for.
  ///   - object: Who has to have posted it; `nil` for anybody. It is not kept.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - read: Runs once, on the thread that posts, before that goes on; if it throws, the promise is
  ///     rejected.
  /// - Returns: A promise for what `read` returned.
  public func once<Value: Sendable>(
    _ name: Notification.Name,
    object: AnyObject? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ read: @escaping @Sendable (Notification) throws -> Value
  ) -> Promise<Value> {
    let (promise, resolver) = Promise<Value>.pending(file: file, line: line)
    let isFirst = Once()
    let observer = addObserver(forName: name, object: object, queue: nil) { notification in
      // Another thread may post before the observer is gone.
      if isFirst.take() { resolver.settle(Result { try read(notification) }) }
    }
    // An observer is a token, which may be removed from any thread.
    let token = UncheckedSendable(observer)
    // Weakly, as the centre holds the observer, and that holds the promise.
    return promise.ensure { [weak self] in self?.removeObserver(token.value) }
  }

  /// Waits for the next notification of `name`.
  ///
  /// Same as ``once(_:object:file:line:_:)``, where all that matters is that it was posted.
  ///
  /// - Parameters:
  ///   - name: What to wait for.
  ///   - object: Who has to have posted it; `nil` for anybody.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: A promise that is fulfilled when it is posted.
  public func once(
    _ name: Notification.Name,
    object: AnyObject? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Void> {
    once(name, object: object, file: file, line: line) { _ in }
  }
}
