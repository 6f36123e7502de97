extension Result {
  var error: (any Error)? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
