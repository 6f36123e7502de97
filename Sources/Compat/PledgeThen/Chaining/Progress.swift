internal import Pledge

extension Promise {
  /// Runs `block` with what is reported of the work, and starts that.
  ///
  /// What was reported before, within the start for example, is not told. Nor is it where nothing is done.
  ///
  /// - Parameter block: Runs on the thread that reports, with what is done, from 0 to 1.
  /// - Returns: This promise.
  @preconcurrency @discardableResult
  public func progress(_ block: @escaping @Sendable (_ progress: Float) -> Void) -> Promise<T> {
    start()
    // Held weakly, because what is held by the head would not be missed when its producer is lost.
    origin?.onProgress { [weak inner] progress in
      if inner?.isPending == true { block(progress) }
    }
    return self
  }
}
