import Testing

@Suite struct HandlerRefusalTests {
  @Test(arguments: ["(_ id: Int) -> User", "()"])
  func `no completion handler`(_ signature: String) {
    expectRefusal(
      of: "func load\(signature) {}",
      because: "'@Promised' needs a completion handler: the last parameter has to be a function, "
        + "whose type is written out",
      line: 1,
      column: 1
    )
  }

  @Test(arguments: ["@escaping Completion", "Completion? = nil"])
  func `a handler whose type is an alias`(_ type: String) {
    expectRefusal(
      of: "func load(completion: \(type)) {}",
      because: "'@Promised' cannot resolve the type 'Completion'; write the function type of "
        + "'completion' out",
      column: 23
    )
  }

  @Test(
    arguments: [
      (
        "completion", "completion: @escaping (User) -> Void, on queue: Queue = .main",
        "on queue: Queue = .main, completion: @escaping (User) -> Void"
      ),
      (
        "completion", "completion: @escaping (User) -> Void, progress: @escaping (Double) -> Void",
        "progress: @escaping (Double) -> Void, completion: @escaping (User) -> Void"
      ),
      (
        "then", "\n  then: @escaping (User) -> Void,\n  id: Int,\n  on queue: Queue\n",
        "\n  id: Int,\n  on queue: Queue,\n  then: @escaping (User) -> Void\n"
      ),
    ]
  )
  func `a handler that is not last, in a line, before a function, or line by line`(
    _ name: String,
    _ parameters: String,
    _ fixed: String
  ) {
    let isInLine = !parameters.hasPrefix("\n")
    expectRefusal(
      of: "func load(\(parameters)) {}",
      because: "'@Promised' needs the completion handler '\(name)' to be the last parameter",
      line: isInLine ? 2 : 3,
      column: isInLine ? 11 : 3,
      remedy: .change("move '\(name)' to the end", to: "func load(\(fixed)) {}")
    )
  }

  @Test(arguments: ["", ", id: Int"])
  func `several handlers, last or not`(_ others: String) {
    expectRefusal(
      of:
        "func load(success: @escaping (User) -> Void, failure: @escaping (Error) -> Void\(others)) {}",
      because: "'@Promised' needs one completion handler, not 'success' and 'failure'; make "
        + "them one that takes a 'Result'",
      column: 11
    )
  }

  @Test func `a handler that returns something`() {
    expectRefusal(
      of: "func load(completion: @escaping (User) -> Bool) {}",
      because: "'@Promised' has nothing for 'completion' to return; a completion handler "
        + "returns 'Void', not 'Bool'",
      column: 43,
      remedy: .change(
        "let it return 'Void'",
        to: "func load(completion: @escaping (User) -> Void) {}"
      )
    )
  }

  @Test func `an error that is not optional`() {
    expectRefusal(
      of: "func load(completion: @escaping (User?, any Error) -> Void) {}",
      because: "'@Promised' would reject whenever 'completion' is called, since it always gets "
        + "an error; make that '(any Error)?'",
      column: 41,
      remedy: .change(
        "make it optional",
        to: "func load(completion: @escaping (User?, (any Error)?) -> Void) {}"
      )
    )
  }

  @Test(
    arguments: [
      ("@escaping (LoadError?, Error?) -> Void", "takes a second error", 46),
      ("@escaping (Result<User, Error>, Int) -> Void", "takes a 'Result' beside other values", 34),
      ("@escaping (Result<User, any Error>?) -> Void", "takes an optional 'Result'", 34),
      ("@escaping (() throws -> User) -> Void", "takes a function", 34),
      ("@escaping (User...) -> Void", "takes a variadic parameter", 34),
      ("@escaping (inout User) -> Void", "takes an 'inout' parameter", 34),
      ("@escaping (repeat each T) -> Void", "takes a parameter pack", 34),
      ("@autoclosure () -> Void", "is an autoclosure", 11),
    ]
  )
  func `a handler that cannot be interpreted`(_ type: String, _ reason: String, column: Int) {
    let pack = type.contains("each T") ? "<each T>" : ""
    expectRefusal(
      of: "func load\(pack)(completion: \(type)) {}",
      because: "'@Promised' cannot interpret 'completion', which \(reason); let it take one "
        + "'Result', or write the promise by hand",
      column: column + pack.count
    )
  }

  @Test(arguments: ["Result", "Result?", "API.Result"])
  func `a result without its generic arguments`(_ type: String) {
    let name = type.replacing("?", with: "")
    expectRefusal(
      of: "func load(completion: @escaping (\(type)) -> Void) {}",
      because: "'@Promised' cannot resolve the type '\(name)'; write its success and failure "
        + "out, as in 'Result<User, any Error>', or give 'completion' a type of another name",
      column: 34
    )
  }

  @Test func `a generic failure that only the handler uses`() {
    expectRefusal(
      of:
        "func load<T: Sendable, E: Error>(_: T.Type, completion: @escaping (Result<T, E>) -> Void) {}",
      because: "'@Promised' cannot tell what 'E' is: neither the other parameters nor the promise "
        + "name it; write 'any Error' for a failure",
      column: 24
    )
  }
}
