/// Stands in for asynchronous code that is there already.
func greeting(for user: User) async throws -> String {
  try await Task.sleep(for: .milliseconds(20))
  return "Hello, \(user.name)"
}
