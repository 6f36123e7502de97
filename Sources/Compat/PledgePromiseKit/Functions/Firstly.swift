// swift-format-ignore: AmbiguousTrailingClosureOverload
/// Begins a chain: runs `body` and follows the thenable that it returns.
///
/// - Parameter body: Runs synchronously. If it throws, the returned promise is rejected.
/// - Returns: A promise that settles like the thenable that `body` returns.
public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  do {
    return Promise(try body())
  } catch {
    return Promise(error: error)
  }
}

/// Begins a chain: runs `body` and returns its guarantee.
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> {
  body()
}
