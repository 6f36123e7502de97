import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct RequirementTests {
  @Test func `requirements with a handler`() {
    expect(
      """
        func load(_ id: Int, completion: @escaping (User?, Error?) -> Void)
        func filter(_ isIncluded: (User) -> Bool)
        func reload() async
        var name: String { get }
      """,
      of: "public protocol API",
      extended: peer(
        of: "load(_:completion:)",
        "public func load(_ id: Int, \(location))",
        """
        self.load(id, completion: { @Sendable value, error in
            \(outcome(of: #""load(_:completion:)""#).indented().indented())
          })
        """
      )
    )
  }

  @Test func `availability and the main actor`() {
    expect(
      "  func load(completion: @escaping (User) -> Void) -> Animation",
      attributes: "@available(iOS 17, *)\n@MainActor\n",
      of: "protocol API",
      extension: "@available(iOS 17, *)\n",
      extended: peer(
        of: "load(completion:)",
        "func load(\(location))",
        call("let work = self.load(")
          + "\nresolver.onDiscard(on: Swift.MainActor.shared) {\n  work.cancel()\n}"
      )
    )
  }

  @Test(
    arguments: [
      (
        "mutating func reset(completion: @escaping (User) -> Void)",
        "cannot wrap a 'mutating' function: its handler is called when that use of 'self' is over",
        3, ["remove 'mutating'"]
      ),
      (
        "func load(completion: @escaping (Result<User, LoadError>) -> Void)",
        "leaves 'load(completion:)' out: the promise of another requirement has the same "
          + "parameters; give one of them another name",
        8, []
      ),
    ]
  )
  func `a requirement that cannot have a promise of its own is left out`(
    _ requirement: String,
    _ reason: String,
    column: Int,
    _ fixIts: [String]
  ) {
    expect(
      "  func load(completion: @escaping (User) -> Void)\n  \(requirement)",
      of: "protocol API",
      extended: peer(of: "load(completion:)", "func load(\(location))", call("self.load(")),
      diagnostics: [
        DiagnosticSpec(
          message: "'@PromisedRequirements' \(reason)",
          line: 4,
          column: column,
          severity: .warning,
          fixIts: fixIts.map { FixItSpec(message: $0) }
        )
      ]
    )
  }

  @Test func `a protocol without handlers`() {
    expectRefusal(
      of: """
        @PromisedRequirements
        protocol API {
          func load() -> User
        }
        """,
      because: "'@PromisedRequirements' finds no requirement of 'API' whose last parameter is a "
        + "completion handler",
      line: 1,
      column: 1
    )
  }

  @Test func `a declaration that is not a protocol`() {
    expectRefusal(
      of: """
        @PromisedRequirements
        struct API {}
        """,
      because: "'@PromisedRequirements' belongs on a protocol; on a function write '@Promised'",
      line: 1,
      column: 1
    )
  }

  @Test(
    arguments: [
      "mutating func reset()",
      "static func < (a: Self, b: Self) -> Bool",
      "func failed(_ error: any Error)",
      "mutating func failed(_ error: DecodeError<User>?)",
      "func finish(success: Bool)",
      "func finish(success: Bool?)",
      "func sink(done: Int)",
      "func animate(_ body: () -> Void, duration: Double)",
      "func animate(_ body: @escaping () -> Void, duration: Double?)",
      "func forEach(_ body: (User) -> Void)",
    ]
  )
  func `requirements without a handler stay as they are`(_ requirement: String) {
    let other = "func wait(_ done: @escaping () -> Void)"
    expect(
      "  \(requirement)\n  \(other)",
      of: "protocol API",
      extended: peer(
        of: "wait(_:)",
        "func wait(\(location))",
        promises: "Swift.Void",
        "self.wait({ @Sendable in\n    resolver.resolve()\n  })"
      )
    )
  }

  @Test(
    arguments: [
      ("func load(then: @escaping Handler)", "write the function type of 'then' out"),
      ("func load(completion: Handler?)", "write the function type of 'completion' out"),
    ]
  )
  func `a handler whose type is an alias is left out`(_ requirement: String, _ remedy: String) {
    let source = """
      protocol API {
        \(requirement)
      }
      """
    expect(
      "@PromisedRequirements\n\(source)",
      expandsTo: source,
      diagnostics: [
        DiagnosticSpec(
          message: "'@PromisedRequirements' cannot resolve the type 'Handler'; \(remedy)",
          line: 3,
          column: requirement.contains("then") ? 19 : 25,
          severity: .warning
        )
      ]
    )
  }

  @Test(arguments: ["Failure: Error & Equatable", "Failure where Failure: Error"])
  func `an associated type that is an error, and an interface for some`(_ type: String) {
    let requirements = """
        associatedtype \(type)
        func save(completion: @escaping (Self.Failure?) -> Void)
      """
    let added = peer(
      of: "save(completion:)",
      "public func save(\(location))",
      promises: "Swift.Void",
      """
      self.save(completion: { @Sendable error in
          if let error {
            resolver.reject(error)
          } else {
            resolver.resolve()
          }
        })
      """
    )
    expect(
      "@_spi(Loading) @PromisedRequirements\npublic protocol API {\n\(requirements)\n}",
      expandsTo: "@_spi(Loading)\npublic protocol API {\n\(requirements)\n}\n\n"
        + "@_spi(Loading)\nextension API {\n  \(added.indented())\n}"
    )
  }
}

/// Expects `@PromisedRequirements` to add `added` in an extension of a protocol.
private func expect(
  _ requirements: String,
  attributes: String = "",
  of declaration: String,
  extension extensionAttributes: String = "",
  extended added: String,
  diagnostics: [DiagnosticSpec] = [],
  at sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let body = "\(declaration) {\n\(requirements)\n}"
  expect(
    "\(attributes)@PromisedRequirements\n\(body)",
    expandsTo: "\(attributes)\(body)\n\n\(extensionAttributes)extension API {\n"
      + "  \(added.indented())\n}",
    diagnostics: diagnostics,
    at: sourceLocation
  )
}
