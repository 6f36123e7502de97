import Testing

@Suite struct FunctionRefusalTests {
  @Test func `an async function`() {
    expectRefusal(
      of: "func load(completion: @escaping (User) -> Void) async {}",
      because: "'@Promised' is for completion handlers; around an 'async' function write "
        + "'Promise { try await … }'",
      column: 49
    )
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

  @Test func `a distributed function`() {
    expectRefusal(
      of: """
        distributed actor API {
          @Promised
          distributed func load(completion: @escaping (User) -> Void) {}
        }
        """,
      because: "'@Promised' cannot wrap a function that is 'distributed'; write the promise "
        + "by hand",
      line: 3,
      column: 3
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

  @Test(arguments: ["Int", "(Task, Int)"])
  func `a returned value that cannot be canceled`(_ type: String) {
    expectRefusal(
      of: "func load(completion: @escaping (User) -> Void) -> \(type) {}",
      because: "'@Promised' cancels what the function returns, and '\(type)' has no 'cancel()'; "
        + "return nothing, or write the promise by hand",
      column: 52
    )
  }

  @Test func `an override`() {
    expectRefusal(
      of: """
        class API: Base {
          @Promised
          override func load(completion: @escaping (User) -> Void) {}
        }
        """,
      because: "'@Promised' belongs on the function that this one overrides, whose promise "
        + "calls this one",
      line: 3,
      column: 3
    )
  }

  @Test func `a local function`() {
    expectRefusal(
      of: """
        func outer() {
          @Promised
          func load(completion: @escaping (User) -> Void) {}
        }
        """,
      because: "'@Promised' cannot wrap a local function; move it to a type or to the file",
      column: 3
    )
  }

  @Test func `a requirement`() {
    expectRefusal(
      of: """
        protocol API {
          @Promised
          func load(completion: @escaping (User) -> Void)
        }
        """,
      because: "'@Promised' could only add another requirement here; write "
        + "'@PromisedRequirements' on protocol 'API', which adds to an extension",
      column: 3
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

  @Test(arguments: ["init(completion: @escaping (User) -> Void) {}", "var user = 1"])
  func `a declaration that is not a function`(_ declaration: String) {
    expectRefusal(
      of: """
        struct API {
          @Promised
          \(declaration)
        }
        """,
      because: "'@Promised' belongs on a function with a completion handler; write other "
        + "promises by hand",
      column: 3
    )
  }

  @Test func `removing the macro keeps comments and the layout`() {
    expectRefusal(
      of: """
        struct API {
          /// Loads.
          @Promised
          @inlinable func load() {}

          @available(*, deprecated) func old() {}
        }
        """,
      because: "'@Promised' needs a completion handler: the last parameter has to be a function, "
        + "whose type is written out",
      line: 3,
      column: 3
    )
  }

  @Test func `an operator`() {
    expectRefusal(
      of: "func + (left: User, completion: @escaping (User) -> Void) {}",
      because: "'@Promised' cannot wrap the operator '+'; give the function a name",
      column: 6
    )
  }

  @Test func `attributes in a condition`() {
    expectRefusal(
      of: """
        @Promised
        #if os(iOS)
        @MainActor
        #endif
        func load(completion: @escaping (User) -> Void) {}
        """,
      because: "'@Promised' cannot see which attributes '#if' leaves; put the whole function into "
        + "it",
      line: 2,
      column: 1
    )
  }
}
