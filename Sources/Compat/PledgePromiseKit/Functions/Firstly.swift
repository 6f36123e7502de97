// swift-format-ignore: AmbiguousTrailingClosureOverload
/// Begins a chain: runs `body`, whose promise counts.
///
/// - Parameter body: Runs now; if it throws, the returned promise is rejected.
/// - Returns: A promise that settles as the one that `body` returns.
public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> {
  do {
    return Promise(try body())
  } catch {
    return Promise(error: error)
  }
}

/// Begins a chain: runs `body`, whose guarantee counts.
///
/// - Parameter body: Runs now.
/// - Returns: What `body` returns.
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> {
  body()
}
