import Testing

@Suite struct HandlerRefusalTests {
  @Test func `no completion handler`() {
    expectRefusal(
      of: "func load(_ id: Int) -> User {}",
      because: "'@Promised' needs a completion handler: the last parameter has to be a function, "
        + "whose type is written out",
      line: 1,
      column: 1
    )
  }

  @Test func `no parameters`() {
    expectRefusal(
      of: "func load() {}",
      because: "'@Promised' needs a completion handler: the last parameter has to be a function, "
        + "whose type is written out",
      line: 1,
      column: 1
    )
  }

  @Test func `a handler whose type is an alias`() {
    expectRefusal(
      of: "func load(completion: @escaping Completion) {}",
      because: "'@Promised' cannot resolve the type 'Completion'; write the function type of "
        + "'completion' out",
      column: 23
    )
  }

  @Test func `an optional handler whose type is an alias`() {
    expectRefusal(
      of: "func load(completion: Completion? = nil) {}",
      because: "'@Promised' cannot resolve the type 'Completion'; write the function type of "
        + "'completion' out",
      column: 23
    )
  }

  @Test func `a handler that is not last`() {
    expectRefusal(
      of: "func load(completion: @escaping (User) -> Void, on queue: Queue = .main) {}",
      because: "'@Promised' needs the completion handler 'completion' to be the last parameter",
      column: 11,
      remedy: .change(
        "move 'completion' to the end",
        to: "func load(on queue: Queue = .main, completion: @escaping (User) -> Void) {}"
      )
    )
  }

  @Test func `a handler that is not last, line by line`() {
    expectRefusal(
      of: """
        @Promised
        func load(
          then: @escaping (User) -> Void,
          id: Int,
          on queue: Queue
        ) {}
        """,
      because: "'@Promised' needs the completion handler 'then' to be the last parameter",
      line: 3,
      column: 3,
      remedy: .change(
        "move 'then' to the end",
        to: """
          @Promised
          func load(
            id: Int,
            on queue: Queue,
            then: @escaping (User) -> Void
          ) {}
          """
      )
    )
  }

  @Test func `a handler before another function`() {
    expectRefusal(
      of: """
        @Promised
        func load(completion: @escaping (User) -> Void, progress: @escaping (Double) -> Void) {}
        """,
      because: "'@Promised' needs the completion handler 'completion' to be the last parameter",
      column: 11,
      remedy: .change(
        "move 'completion' to the end",
        to: """
          @Promised
          func load(progress: @escaping (Double) -> Void, completion: @escaping (User) -> Void) {}
          """
      )
    )
  }

  @Test func `several handlers`() {
    expectRefusal(
      of: "func load(success: @escaping (User) -> Void, failure: @escaping (Error) -> Void) {}",
      because: "'@Promised' needs one completion handler, not 'success' and 'failure'; make "
        + "them one that takes a 'Result'",
      column: 11
    )
  }

  @Test func `several handlers that are not last`() {
    expectRefusal(
      of: """
        @Promised
        func load(onSuccess: @escaping (User) -> Void, onError: @escaping (Error) -> Void, id: Int) {}
        """,
      because: "'@Promised' needs one completion handler, not 'onSuccess' and 'onError'; make "
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

  @Test func `two errors`() {
    expectRefusal(
      of: "func load(completion: @escaping (LoadError?, Error?) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes a second "
        + "error; let it take one "
        + "'Result', or write the promise by hand",
      column: 46
    )
  }

  @Test func `a result beside a value`() {
    expectRefusal(
      of: "func load(completion: @escaping (Result<User, Error>, Int) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes a 'Result' "
        + "beside other values; let it take one 'Result', or write the promise by hand",
      column: 34
    )
  }

  @Test func `a handler that takes a function`() {
    expectRefusal(
      of: "func load(completion: @escaping (() throws -> User) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes a function; "
        + "let it take one 'Result', or write the promise by hand",
      column: 34
    )
  }

  @Test func `a handler that takes a variadic parameter`() {
    expectRefusal(
      of: "func load(completion: @escaping (User...) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes a variadic "
        + "parameter; let it take one "
        + "'Result', or write the promise by hand",
      column: 34
    )
  }

  @Test func `a handler that takes an inout parameter`() {
    expectRefusal(
      of: "func load(completion: @escaping (inout User) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes an 'inout' "
        + "parameter; let it take one "
        + "'Result', or write the promise by hand",
      column: 34
    )
  }

  @Test func `a handler that takes a pack`() {
    expectRefusal(
      of: "func load<each T>(completion: @escaping (repeat each T) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes a parameter "
        + "pack; let it take one "
        + "'Result', or write the promise by hand",
      column: 42
    )
  }

  @Test func `a handler that is an autoclosure`() {
    expectRefusal(
      of: "func load(completion: @autoclosure () -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which is an autoclosure; "
        + "let it take one 'Result', or write the promise by hand",
      column: 11
    )
  }

  @Test(arguments: ["Result", "Result?", "API.Result"])
  func `a result without its generic arguments`(_ type: String) {
    let name = type.replacing("?", with: "")
    expectRefusal(
      of: """
        @Promised
        func load(completion: @escaping (\(type)) -> Void) {}
        """,
      because: "'@Promised' cannot resolve the type '\(name)'; write its success and failure "
        + "out, as in 'Result<User, any Error>', or give 'completion' a type of another name",
      column: 34
    )
  }

  @Test func `an optional result`() {
    expectRefusal(
      of: "func load(completion: @escaping (Result<User, any Error>?) -> Void) {}",
      because: "'@Promised' cannot interpret 'completion', which takes an optional "
        + "'Result'; let it take one 'Result', or write the promise by hand",
      column: 34
    )
  }

  @Test func `a generic failure that only the handler uses`() {
    expectRefusal(
      of: """
        @Promised
        func load<T: Sendable, E: Error>(_: T.Type, completion: @escaping (Result<T, E>) -> Void) {}
        """,
      because: "'@Promised' cannot tell what 'E' is: neither the other parameters nor the promise "
        + "name it; write 'any Error' for a failure",
      column: 24
    )
  }
}
