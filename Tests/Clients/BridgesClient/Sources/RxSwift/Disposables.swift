// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Stands in for RxSwift, which these tests cannot fetch: what Documentation/RxSwift.md needs of its
/// version 6, with the signatures it has there, and no more than a test notices.

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
