/// The value that the functions of this client load.
public struct User: Sendable, Equatable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// The error with which these functions fail.
struct RefusedError: Error, Equatable {}
