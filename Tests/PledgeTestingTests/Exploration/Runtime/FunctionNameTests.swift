import Testing

@testable import PledgeTesting

struct FunctionNameTests {
  @Test(
    arguments: [
      (
        "(2) suspend resume partial function for App.Server.find(Swift.String) async -> ()",
        "Server.find"
      ),
      (
        "(1) await resume partial function for closure #1 @Sendable () async -> () in"
          + " App.(Search in _0123AF).add(_: Swift.Int) -> ()", "Search.add"
      ),
      ("(1) await resume partial function for static App.load<A>(A) async -> A", "load"),
      ("(1) await resume partial function for closure #1 in App", nil),
      ("completeTask", nil),
    ] as [(String, String?)]
  )
  func `the name of a function is as in source code`(demangled: String, name: String?) {
    #expect(functionName(demangled: demangled) == name)
  }
}
