import Testing

@Suite struct FunctionRefusalTests {
  private static let handler = "completion: @escaping (User) -> Void"
  private static let needed =
    "needs a completion handler: the last parameter has to be a function, "
    + "whose type is written out"

  @Test(
    arguments: [
      (
        "func load(\(handler)) async {}",
        "is for completion handlers; around an 'async' function write 'Promise { try await … }'", 2,
        49
      ),
      (
        "func load(\(handler)) -> Int {}",
        "cancels what the function returns, and 'Int' has no 'cancel()'; return nothing, or write "
          + "the promise by hand", 2, 52
      ),
      (
        "func load(\(handler)) -> (Task, Int) {}",
        "cancels what the function returns, and '(Task, Int)' has no 'cancel()'; return nothing, or "
          + "write the promise by hand", 2, 52
      ),
      (
        "func + (left: User, \(handler)) {}",
        "cannot wrap the operator '+'; give the function a name", 2, 6
      ),
      (
        "distributed actor API {\n  @Promised\n  distributed func load(\(handler)) {}\n}",
        "cannot wrap a function that is 'distributed'; write the promise by hand", 3, 3
      ),
      (
        "class API: Base {\n  @Promised\n  override func load(\(handler)) {}\n}",
        "belongs on the function that this one overrides, whose promise calls this one", 3, 3
      ),
      (
        "func outer() {\n  @Promised\n  func load(\(handler)) {}\n}",
        "cannot wrap a local function; move it to a type or to the file", 2, 3
      ),
      (
        "protocol API {\n  @Promised\n  func load(\(handler))\n}",
        "could only add another requirement here; write '@PromisedRequirements' on protocol 'API', "
          + "which adds to an extension", 2, 3
      ),
      (
        "struct API {\n  @Promised\n  init(\(handler)) {}\n}",
        "belongs on a function with a completion handler; write other promises by hand", 2, 3
      ),
      (
        "struct API {\n  @Promised\n  var user = 1\n}",
        "belongs on a function with a completion handler; write other promises by hand", 2, 3
      ),
      (
        "@Promised\n#if os(iOS)\n@MainActor\n#endif\nfunc load(\(handler)) {}",
        "cannot see which attributes '#if' leaves; put the whole function into it", 2, 1
      ),
      // Removing the macro keeps comments and the layout.
      (
        """
        struct API {
          /// Loads.
          @Promised
          @inlinable func load() {}

          @available(*, deprecated) func old() {}
        }
        """, needed, 3, 3
      ),
    ]
  )
  func `a declaration that cannot have a promise`(
    _ declaration: String,
    _ reason: String,
    line: Int,
    column: Int
  ) {
    expectRefusal(of: declaration, because: "'@Promised' \(reason)", line: line, column: column)
  }

  @Test func `a mutating function`() {
    expectRefusal(
      of: """
        struct API {
          @Promised
          public mutating func load(completion: @escaping (User) -> Void) {}
        }
        """,
      because: "'@Promised' cannot wrap a 'mutating' function: its handler is called when that "
        + "use of 'self' is over",
      line: 3,
      column: 10,
      remedy: .change(
        "remove 'mutating'",
        to: """
          struct API {
            @Promised
            public func load(completion: @escaping (User) -> Void) {}
          }
          """
      )
    )
  }

  @Test(
    arguments: [
      ("_ user: inout User", "'user' on, which is 'inout'", 19, "remove 'inout'", "_ user: User"),
      ("_ id: consuming ID", "'id' on, which is 'consuming'", 17, "remove 'consuming'", "_ id: ID"),
      ("_ ids: Int...", "variadic 'ids' on; take '[Int]'", 21, "take an array", "_ ids: [Int]"),
    ]
  )
  func `a parameter that cannot be passed on`(
    _ parameter: String,
    _ reason: String,
    column: Int,
    _ remedy: String,
    _ remedied: String
  ) {
    expectRefusal(
      of: "func load(\(parameter), completion: @escaping (User) -> Void) {}",
      because: "'@Promised' cannot pass \(reason)",
      column: column,
      remedy: .change(
        remedy,
        to: "func load(\(remedied), completion: @escaping (User) -> Void) {}"
      )
    )
  }

  @Test func `a protocol`() {
    expectRefusal(
      of: """
        @Promised
        protocol API {
          func load(completion: @escaping (User) -> Void)
        }
        """,
      because: "'@Promised' belongs on a function; on protocol 'API' write "
        + "'@PromisedRequirements'",
      line: 1,
      column: 1,
      remedy: .change(
        "write '@PromisedRequirements'",
        to: """
          @PromisedRequirements
          protocol API {
            func load(completion: @escaping (User) -> Void)
          }
          """
      )
    )
  }
}
