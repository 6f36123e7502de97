/// Stands in for existing asynchronous code.
func greeting(for user: User) async throws -> String {
  try await Task.sleep(for: .milliseconds(20))
  return "Hello, \(user.name)"
}
