extension Optional {
  /// Returns the value, after storing `new` if there is none.
  package mutating func orInsert(_ new: Wrapped) -> Wrapped {
    if let self { return self }
    self = new
    return new
  }
}
