// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A stand-in for RxSwift 6, which these tests cannot fetch: the API that Documentation/RxSwift.md
/// needs, with its original signatures and just enough behavior for the tests.

public protocol Disposable {
  func dispose()
}

public protocol Cancelable: Disposable {
  var isDisposed: Bool { get }
}

public struct Disposables {
  private init() {}

  public static func create(with dispose: @escaping () -> Void) -> Cancelable {
    Action(dispose)
  }

  public static func create() -> Disposable {
    Action {}
  }
}

private final class Action: Cancelable {
  private var action: (() -> Void)?

  init(_ action: @escaping () -> Void) { self.action = action }

  var isDisposed: Bool { action == nil }

  func dispose() {
    let action = action
    self.action = nil
    action?()
  }
}
