internal import Pledge

extension Promise {
  /// Runs `block` with each progress report, and starts the promise.
  ///
  /// `block` does not receive earlier reports, such as those made while the work starts, nor
  /// reports of 0.
  ///
  /// - Parameter block: Receives the progress, from 0 to 1, on the thread that reports it.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func progress(_ block: @escaping @Sendable (_ progress: Float) -> Void) -> Promise<T> {
    start()
    // Captured weakly: if the head retained the promise, releasing the producer would not break it.
    origin?.onProgress { [weak inner] progress in
      if inner?.isPending == true { block(progress) }
    }
    return self
  }
}
