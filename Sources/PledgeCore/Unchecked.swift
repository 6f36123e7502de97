/// A value whose user answers for what the compiler cannot check.
package struct Unchecked<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
