import Testing

@Suite struct HandlerShapeTests {
  @Test(
    arguments: [
      ("(User) -> Void", "User", "value"),
      ("(User?) -> Void", "User?", "value"),
      ("(User, Int?) -> ()", "(User, Int?)", "value1, value2"),
      ("(_ a: Int, _ a: Int) -> Void", "(Int, Int)", "value1, value2"),
    ]
  )
  func `values, optional or not, and with the same name`(
    _ handler: String,
    _ type: String,
    _ values: String
  ) {
    let all = values.contains(",") ? "(\(values))" : values
    expect("@escaping \(handler)", promises: type, by: values, "resolver.resolve(\(all))")
  }

  @Test(
    arguments: [
      ("", "@escaping (User?, Error?) -> Void", "value, error"),
      ("", "@escaping (User?, (any Error & Sendable)?) -> Void", "value, error"),
      ("", "@escaping (User?, DecodeError<User>?) -> Void", "value, error"),
      ("<E: Error>", "@escaping (User?, E?) -> Void", "value, error"),
      ("<E: LoadError & Sendable>", "@escaping (User?, Optional<E>) -> Void", "value, error"),
      ("", "Optional<(Optional<User>, Swift.Optional<Error>) -> Void>", "value, error"),
      ("", "@escaping (LoadError!, User!) -> Void", "error, value"),
    ]
  )
  func `a value or an error of any kind in any order, and optionals that are spelled out`(
    _ generics: String,
    _ handler: String,
    _ parameters: String
  ) {
    expect(
      handler,
      generics: generics,
      promises: "User",
      by: parameters,
      outcome()
    )
  }

  @Test func `values or an error, with and without names`() {
    expect(
      "@escaping (Data?, Response?, (any Error)?) -> Void",
      promises: "(Data, Response)",
      by: "value1, value2, error",
      outcome(if: "let value1, let value2", "(value1, value2)")
    )
    expect(
      "@escaping (_ data: Data?, _ response: Response, _ error: NSError?) -> Void",
      promises: "(data: Data, response: Response)",
      by: "value1, value2, error",
      outcome(if: "let value1", "(data: value1, response: value2)")
    )
  }

  @Test func `an optional handler with attributes`() {
    expect(
      "func load(completion: (@MainActor @Sendable (User) -> Swift.Void)? = nil) {}",
      hasPeer: peer(
        of: "load(completion:)",
        "@_disfavoredOverload func load(\(location))",
        call("load(")
      )
    )
  }

  @Test func `an error and a result that the type is generic over`() {
    expect(
      "func start(completion: @escaping (Result?, E?) -> Void) {}",
      in: "struct Job<Result: Sendable, E> where E: Error",
      hasPeer: peer(
        of: "start(completion:)",
        "func start(\(location))",
        promises: "Result",
        """
        self.start(completion: { @Sendable value, error in
            \(outcome(of: #""start(completion:)""#).indented().indented())
          })
        """
      )
    )
  }
}

/// Expects a function whose completion handler has the type `handler` to have a peer that passes a
/// closure with these parameters and this body.
private func expect(
  _ handler: String,
  generics: String = "",
  promises type: String,
  by parameters: String,
  _ body: String,
  at sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  // A generic parameter that only the handler uses would be refused.
  let id = generics.isEmpty ? "" : "_ id: E, "
  let name = generics.isEmpty ? "load(completion:)" : "load(_:completion:)"
  expect(
    "func load\(generics)(\(id)completion: \(handler)) {}",
    hasPeer: peer(
      of: name,
      "func load\(generics)(\(id)\(location))",
      promises: type,
      """
      load(\(id.isEmpty ? "" : "id, ")completion: { @Sendable \(parameters) in
          \(body.replacing("load(completion:)", with: name).indented().indented())
        })
      """
    ),
    at: sourceLocation
  )
}
