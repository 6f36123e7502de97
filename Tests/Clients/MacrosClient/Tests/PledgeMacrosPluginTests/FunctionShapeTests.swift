import Testing

@Suite struct FunctionShapeTests {
  @Test func `a method`() {
    expect(
      "public func load(_ id: Int, in region: Region = .all, completion: @escaping (User) -> Void) {}",
      in: "struct API",
      hasPeer: peer(
        of: "load(_:in:completion:)",
        "public func load(_ id: Int, in region: Region = .all, \(location))",
        call("self.load(id, in: region, ")
      )
    )
  }

  @Test func `a throwing function, also with a pointer`() {
    expect(
      "func load(completion: @escaping (User) -> Void) throws(LoadError) {}",
      hasPeer: peer(of: "load(completion:)", "func load(\(location))", catching(call("try load(")))
    )
    expect(
      "func load(_ bytes: UnsafeRawPointer, completion: @escaping (User) -> Void) throws {}",
      hasPeer: peer(
        of: "load(_:completion:)",
        "func load(_ bytes: UnsafeRawPointer, \(location))",
        catching(call("try unsafe load(bytes, "))
      )
    )
  }

  @Test func `a generic function`() {
    expect(
      "func load<T: Decodable, each P>(_ type: T.Type, _ parts: repeat each P, completion: @escaping (T) -> Void) where T: Sendable {}",
      hasPeer: peer(
        of: "load(_:_:completion:)",
        "func load<T: Decodable, each P>(_ type: T.Type, _ parts: repeat each P, \(location))",
        promises: "T",
        where: " where T: Sendable",
        call("load(type, repeat each parts, ")
      )
    )
  }

  @Test func `attributes and modifiers`() {
    expect(
      """
      class API {
        @objc
        @available(iOS 17, *)
        @MainActor
        @discardableResult
        @Promised
        open class func load(completion: @escaping (User) -> Void) {}
      }
      """,
      expandsTo: """
        class API {
          @objc
          @available(iOS 17, *)
          @MainActor
          @discardableResult
          open class func load(completion: @escaping (User) -> Void) {}

          \(peer(
            of: "load(completion:)",
            "@available(iOS 17, *) @MainActor public class func load(\(location))",
            call("self.load(")
          ).indented())
        }
        """
    )
    let function = "public func load(completion: @escaping (User) -> Void) throws(Never) {}"
    expect(
      "@_spi(Loading)\n@available(*, noasync)\n@Promised\n\(function)",
      expandsTo: "@_spi(Loading)\n@available(*, noasync)\n\(function)\n\n"
        + peer(
          of: "load(completion:)",
          "@_spi(Loading) public func load(\(location))",
          call("load(")
        )
    )
  }

  @Test func `closures are passed on`() {
    expect(
      """
      func load(
        retry: @escaping (Int) -> Bool,
        message: @autoclosure () -> String,
        progress: ((Double) -> Void)? = nil,
        completion: @escaping (User) -> Void
      ) {}
      """,
      hasPeer: peer(
        of: "load(retry:message:progress:completion:)",
        "func load(retry: @escaping (Int) -> Bool, message: @autoclosure () -> String, progress: ((Double) -> Void)? = nil, \(location))",
        call("load(retry: retry, message: message(), progress: progress, ")
      )
    )
  }

  @Test func `names that are taken or missing`() {
    expect(
      "func load(load: Int, for _: Int, resolver: Int, `in`: Int, completion: @escaping (User) -> Void) {}",
      hasPeer: peer(
        of: "load(load:for:resolver:in:completion:)",
        "func load(load argument: Int, for argument1: Int, resolver: Int, `in`: Int, \(location))",
        names: ("promise", "resolver1"),
        call(
          "load(load: argument, for: argument1, resolver: resolver, in: `in`, ",
          resolver: "resolver1"
        )
      )
    )
  }

  @Test func `a source location that the function takes, and a file that is none`() {
    let place = "file: StaticString = #file, line: UInt = #line"
    expect(
      "func load(\(place), completion: @escaping (User) -> Void) {}",
      hasPeer: peer(
        of: "load(file:line:completion:)",
        "func load(\(place))",
        call("load(file: file, line: line, ")
      )
    )
    expect(
      "func load(file: String, completion: @escaping (User) -> Void) {}",
      hasPeer: peer(
        of: "load(file:completion:)",
        "func load(file: String)",
        at: "",
        call("load(file: file, ")
      )
    )
  }

  @Test func `returned work is canceled, optional work, too`() {
    expect(
      "func load(completion: @escaping (User) -> Void) -> URLSessionTask {}",
      hasPeer: peer(
        of: "load(completion:)",
        "func load(\(location))",
        call("let work = load(") + canceling(of: "work", "$0.cancel()")
      )
    )
    expect(
      "func load(work: Int, completion: @escaping (User) -> Void) throws -> (any Cancellable)? {}",
      hasPeer: peer(
        of: "load(work:completion:)",
        "func load(work: Int, \(location))",
        catching(call("let work1 = try load(work: work, ") + canceling(of: "work1", "$0?.cancel()"))
      )
    )
  }

  @Test func `only work of a function of the main actor is canceled there`() {
    expect(
      "func load(completion: @escaping (User) -> Void) -> Animation {}",
      in: "@MainActor class Screen",
      hasPeer: peer(
        of: "load(completion:)",
        "func load(\(location))",
        call("let work = self.load(") + canceling(on: "Swift.MainActor.shared", "work.cancel()")
      )
    )
    expect(
      "nonisolated func load(completion: @escaping (User) -> Void) -> some Cancellable {}",
      in: "@MainActor class Screen",
      hasPeer: peer(
        of: "load(completion:)",
        "nonisolated func load(\(location))",
        call("let work = self.load(") + canceling(of: "work", "$0.cancel()")
      )
    )
  }

  @Test func `names that are not identifiers`() {
    let literal = ##"#"`load "all"`(file:line:done:)"#"##
    expect(
      #"func `load "all"`(file f: StaticString, line in: UInt, done: @escaping (User?, Error?) -> Void) {}"#,
      hasPeer: peer(
        of: "`load \"all\"`(file:line:done:)",
        "func `load \"all\"`(file f: StaticString, line `in`: UInt)",
        at: "file: f, line: `in`",
        """
        `load "all"`(file: f, line: `in`, done: { @Sendable value, error in
            \(outcome(of: literal).indented().indented())
          })
        """
      )
    )
  }

  // MARK: Backticks

  @Test func `backticks stay where they are needed, and only there`() {
    expect(
      "func `default`<`T`>(`self`: `T`, `inout` x: Int, in `for`: Int, `promise`: Int, `a b`: Int, `done`: @escaping (_ `in`: Int, _ `inout`: Int) -> Void) {}",
      hasPeer: peer(
        of: "default(self:`inout`:in:promise:`a b`:done:)",
        "func `default`<`T`>(`self`: `T`, `inout` x: Int, in `for`: Int, `promise`: Int, `a b`: Int, \(location))",
        promises: "(in: Int, `inout`: Int)",
        names: ("promise1", "resolver"),
        """
        `default`(self: `self`, `inout`: x, in: `for`, promise: promise, `a b`: `a b`, done: { @Sendable value1, value2 in
            resolver.resolve((in: value1, `inout`: value2))
          })
        """
      )
    )
  }

  @Test func `a parameter in backticks has the name without them`() {
    let place = "`file`: Swift.StaticString = #file, `line`: Swift.UInt = #line"
    expect(
      "func `load`(load: Int, \(place), completion: @escaping (User) -> Void) {}",
      hasPeer: peer(
        of: "load(load:file:line:completion:)",
        "func `load`(load argument: Int, \(place))",
        call("`load`(load: argument, file: file, line: line, ")
      )
    )
  }
}

private func canceling(of work: String, _ body: String) -> String {
  "\nresolver.onDiscard(of: \(work)) {\n  \(body)\n}"
}

private func canceling(on context: String, _ body: String) -> String {
  "\nresolver.onDiscard(on: \(context)) {\n  \(body)\n}"
}
