/// Waiting requests, oldest first; simulates a server.
///
/// Not synchronized: requests and responses share a thread.
final class Backlog<Waiting>: @unchecked Sendable {
  private var waiting: [Waiting] = []
  private var answered = 0

  func append(_ new: Waiting) {
    waiting.append(new)
  }

  func popFirst() -> Waiting? {
    guard answered < waiting.count else { return nil }
    let oldest = waiting[answered]
    answered += 1
    if answered == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      answered = 0
    }
    return oldest
  }
}
