// swift-format-ignore-file: AmbiguousTrailingClosureOverload

/// Calls `body` with a callback that receives a value or an error.
///
/// - Parameter body: Runs synchronously. If it throws, the promise is rejected.
/// - Returns: A promise for the value. With neither, see ``PMKError/invalidCallingConvention``.
@available(*, deprecated, message: "Use Promise { seal in … } with seal.resolve")
public func wrap<T>(
  _ body: (@escaping @Sendable (T?, (any Error)?) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Same as ``wrap(_:)-(((T?,(Error)?)->Void)->Void)``, for a callback that always receives a value.
@available(*, deprecated, message: "Use Promise { seal in … } with seal.resolve")
public func wrap<T>(
  _ body: (@escaping @Sendable (T, (any Error)?) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Same as ``wrap(_:)-(((T?,(Error)?)->Void)->Void)``, for a callback that receives the error
/// first.
@available(*, deprecated, message: "Use Promise { seal in … } with seal.resolve")
public func wrap<T>(
  _ body: (@escaping @Sendable ((any Error)?, T?) -> Void) throws -> Void
) -> Promise<T> {
  Promise { seal in try body { seal.resolve($0, $1) } }
}

/// Same as ``wrap(_:)-(((T?,(Error)?)->Void)->Void)``, for a callback that receives only an
/// optional error.
@available(*, deprecated, message: "Use Promise { seal in … } with seal.resolve")
public func wrap(
  _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> {
  Promise { seal in try body { seal.resolve($0) } }
}

/// Same as ``wrap(_:)-(((T?,(Error)?)->Void)->Void)``, for a callback that receives only a value.
@available(*, deprecated, message: "Use Promise { seal in … } with seal.fulfill")
public func wrap<T>(_ body: (@escaping @Sendable (T) -> Void) throws -> Void) -> Promise<T> {
  Promise { seal in try body { seal.fulfill($0) } }
}
