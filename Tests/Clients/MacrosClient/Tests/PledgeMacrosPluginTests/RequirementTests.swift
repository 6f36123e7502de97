import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct RequirementTests {
  @Test func `requirements with a handler`() {
    expect(
      """
      @PromisedRequirements
      public protocol API {
        func load(_ id: Int, completion: @escaping (User?, Error?) -> Void)
        func filter(_ isIncluded: (User) -> Bool)
        func reload() async
        var name: String { get }
      }
      """,
      expandsTo: """
        public protocol API {
          func load(_ id: Int, completion: @escaping (User?, Error?) -> Void)
          func filter(_ isIncluded: (User) -> Bool)
          func reload() async
          var name: String { get }
        }

        extension API {
          /// Returns a promise for the result of ``load(_:completion:)``.
          public func load(_ id: Int, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(id, completion: { @Sendable value, error in
                if let error {
                  resolver.reject(error)
                } else if let value {
                  resolver.resolve(value)
                } else {
                  resolver.reject(Pledge.NoOutcomeError(function: "load(_:completion:)"))
                }
              })
            return promise
          }
        }
        """
    )
  }

  @Test func `availability and the main actor`() {
    expect(
      """
      @available(iOS 17, *)
      @MainActor
      @PromisedRequirements
      protocol API {
        func load(completion: @escaping (User) -> Void) -> Animation
      }
      """,
      expandsTo: """
        @available(iOS 17, *)
        @MainActor
        protocol API {
          func load(completion: @escaping (User) -> Void) -> Animation
        }

        @available(iOS 17, *)
        extension API {
          /// Returns a promise for the result of ``load(completion:)``.
          func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            let work = self.load(completion: { @Sendable value in
                resolver.resolve(value)
              })
            resolver.onDiscard(on: MainActor.shared) {
              work.cancel()
            }
            return promise
          }
        }
        """
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
      """
      @PromisedRequirements
      protocol API {
        func load(completion: @escaping (User) -> Void)
        \(requirement)
      }
      """,
      expandsTo: """
        protocol API {
          func load(completion: @escaping (User) -> Void)
          \(requirement)
        }

        extension API {
          /// Returns a promise for the result of ``load(completion:)``.
          func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(completion: { @Sendable value in
                resolver.resolve(value)
              })
            return promise
          }
        }
        """,
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
      """
      @PromisedRequirements
      protocol API {
        \(requirement)
        \(other)
      }
      """,
      expandsTo: """
        protocol API {
          \(requirement)
          \(other)
        }

        extension API {
          /// Returns a promise for the result of ``wait(_:)``.
          func wait(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<Void> {
            let (promise, resolver) = Pledge.Promise<Void>.pending(file: file, line: line)
            self.wait({ @Sendable in
                resolver.resolve()
              })
            return promise
          }
        }
        """
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

  @Test func `an associated type that is an error, and an interface for some`() {
    expect(
      """
      @_spi(Loading) @PromisedRequirements
      public protocol API {
        associatedtype Failure: Error & Equatable
        func save(completion: @escaping (Self.Failure?) -> Void)
      }
      """,
      expandsTo: """
        @_spi(Loading)
        public protocol API {
          associatedtype Failure: Error & Equatable
          func save(completion: @escaping (Self.Failure?) -> Void)
        }

        @_spi(Loading)
        extension API {
          /// Returns a promise for the result of ``save(completion:)``.
          public func save(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<Void> {
            let (promise, resolver) = Pledge.Promise<Void>.pending(file: file, line: line)
            self.save(completion: { @Sendable error in
                if let error {
                  resolver.reject(error)
                } else {
                  resolver.resolve()
                }
              })
            return promise
          }
        }
        """
    )
  }
}
