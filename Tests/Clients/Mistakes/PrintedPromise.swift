import Pledge

#if MISTAKE
func printName() async throws {
  print(
    try await Promise {  // 1
      let name = try await fetchName(of: 1)
      return name.uppercased()
    }.value
  )
}
// 1: error: type 'Any' does not conform to the 'Sendable' protocol
#elseif EMPTY
func printWinner() async throws {
  print(try await race([]).value)  // 1
}
// 1: error: type 'Any' does not conform to the 'Sendable' protocol
#else
func printName() async throws {
  print(
    try await Promise<String> {
      let name = try await fetchName(of: 1)
      return name.uppercased()
    }.value
  )
}
#endif
