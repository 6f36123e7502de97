public import Foundation
public import Pledge

extension NotificationCenter {
  /// Waits for the next notification of `name` and returns a promise for the result of `read`.
  ///
  ///     let resized = Notification.Name("Resized")
  ///     NotificationCenter.default.once(resized) { $0.userInfo?["size"] as? Int }
  ///       .observe { print($0) }
  ///
  /// The observer is added immediately. It is removed after the first notification, or when the
  /// promise is discarded or its last consumer detaches. The notification itself must not leave its
  /// thread; `read` extracts what you need. Handlers run on the posting thread by default.
  ///
  /// For a series of notifications, use `notifications(named:)`, if the platform has it, with
  /// `Promise(first:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that posts the notification; `nil` for any object. It is not retained.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - read: Runs once, synchronously on the posting thread. If it throws, the promise is
  ///     rejected.
  /// - Returns: A promise for the result of `read`.
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
      // Another thread may post before the observer is removed.
      if isFirst.take() { resolver.settle(with: Result { try read(notification) }) }
    }
    // An observer is a token that may be removed from any thread.
    let token = UncheckedSendable(observer)
    // Captured weakly, since the center retains the observer and thereby the promise.
    return promise.ensure { [weak self] in self?.removeObserver(token.value) }
  }

  /// Waits for the next notification of `name`.
  ///
  /// Same as ``once(_:object:file:line:_:)``, without reading the notification.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The object that posts the notification; `nil` for any object.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: A promise that is fulfilled when the notification is posted.
  public func once(
    _ name: Notification.Name,
    object: AnyObject? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Void> {
    once(name, object: object, file: file, line: line) { _ in }
  }
}
