internal import Foundation

extension Error {
  /// The domain of the error as an `NSError`.
  public var domain: String { (self as NSError).domain }

  /// The code of the error as an `NSError`.
  public var code: Int { (self as NSError).code }

  /// The user info of the error as an `NSError`.
  public var userInfo: [String: Any] { (self as NSError).userInfo }
}

/// Returns whether both errors are `nil`, or equal as `NSError`s: by domain, code, and user info.
public func == (lhs: (any Error)?, rhs: (any Error)?) -> Bool {
  switch (lhs, rhs) {
  case (nil, nil): true
  case (let lhs?, let rhs?): (lhs as NSError).isEqual(rhs as NSError)
  default: false
  }
}

/// Returns whether two errors differ; see `==`.
public func != (lhs: (any Error)?, rhs: (any Error)?) -> Bool {
  !(lhs == rhs)
}

/// Returns whether both arrays have equal elements, in the same order; `nil` equals `nil`.
public func == <Element: Equatable>(lhs: [Element?], rhs: [Element?]) -> Bool {
  lhs.elementsEqual(rhs)
}

/// Returns whether two arrays of optionals differ; see `==`.
public func != <Element: Equatable>(lhs: [Element?], rhs: [Element?]) -> Bool {
  !lhs.elementsEqual(rhs)
}
