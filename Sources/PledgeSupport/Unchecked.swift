/// A sendable wrapper of a value whose thread safety the user guarantees, not the compiler.
package struct Unchecked<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
