/// What the functions of this client load.
public struct User: Sendable, Equatable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// What they fail with.
struct RefusedError: Error, Equatable {}
