/// Returns the first sequence of `length` of the given actions, with repetitions, for which `body`
/// returns `false`; `nil` if it returns `true` for all of them.
///
/// A body that checks the state after each action also covers all shorter sequences.
package func firstSequence<Action>(
  of actions: [Action],
  length: Int,
  violating body: ([Action]) -> Bool
) -> [Action]? {
  var indices = Array(repeating: 0, count: length)
  while true {
    let sequence = indices.map { actions[$0] }
    if !body(sequence) { return sequence }
    guard let changed = indices.lastIndex(where: { $0 < actions.count - 1 }) else { return nil }
    indices[changed] += 1
    for index in indices[changed...].indices.dropFirst() { indices[index] = 0 }
  }
}
