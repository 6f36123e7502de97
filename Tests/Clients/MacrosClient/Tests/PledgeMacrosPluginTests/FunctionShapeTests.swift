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

  @Test func `a throwing function with a pointer`() {
    expect(
      "func load(_ bytes: UnsafeRawPointer, completion: @escaping (User) -> Void) throws {}",
      hasPeer: peer(
        of: "load(_:completion:)",
        "func load(_ bytes: UnsafeRawPointer, \(location))",
        catching(call("try unsafe load(bytes, "))
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

  @Test func `optional work of a throwing function is canceled`() {
    expect(
      "func load(work: Int, completion: @escaping (User) -> Void) throws -> (any Cancellable)? {}",
      hasPeer: peer(
        of: "load(work:completion:)",
        "func load(work: Int, \(location))",
        catching(call("let work1 = try load(work: work, ") + canceling(of: "work1", "$0?.cancel()"))
      )
    )
  }

  @Test func `work of a nonisolated function is not canceled on the main actor`() {
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
