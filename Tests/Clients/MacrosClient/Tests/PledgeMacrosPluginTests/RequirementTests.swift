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
          /// Returns a promise for what ``load(_:completion:)`` calls back with.
          public func load(_ id: Int, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(id, completion: { @Sendable value, error in
                if let error {
                  resolver.reject(error)
                } else if let value {
                  resolver.fulfill(value)
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
          /// Returns a promise for what ``load(completion:)`` calls back with.
          func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            let work = self.load(completion: { @Sendable value in
                resolver.fulfill(value)
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

  @Test func `a requirement that cannot be wrapped is left out`() {
    expect(
      """
      @PromisedRequirements
      protocol API {
        func load(completion: @escaping (User) -> Void)
        mutating func reset(completion: @escaping (User) -> Void)
      }
      """,
      expandsTo: """
        protocol API {
          func load(completion: @escaping (User) -> Void)
          mutating func reset(completion: @escaping (User) -> Void)
        }

        extension API {
          /// Returns a promise for what ``load(completion:)`` calls back with.
          func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(completion: { @Sendable value in
                resolver.fulfill(value)
              })
            return promise
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@PromisedRequirements' cannot wrap a 'mutating' function: its handler is "
            + "called when that use of 'self' is over",
          line: 4,
          column: 3,
          severity: .warning,
          fixIts: [FixItSpec(message: "remove 'mutating'")]
        )
      ]
    )
  }

  @Test func `a requirement whose promise is there already`() {
    expect(
      """
      @PromisedRequirements
      protocol API {
        func load(completion: @escaping (User) -> Void)
        func load(completion: @escaping (Result<User, LoadError>) -> Void)
      }
      """,
      expandsTo: """
        protocol API {
          func load(completion: @escaping (User) -> Void)
          func load(completion: @escaping (Result<User, LoadError>) -> Void)
        }

        extension API {
          /// Returns a promise for what ``load(completion:)`` calls back with.
          func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(completion: { @Sendable value in
                resolver.fulfill(value)
              })
            return promise
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@PromisedRequirements' leaves 'load(completion:)' out: the promise of another "
            + "requirement has the same parameters",
          line: 4,
          column: 8,
          severity: .warning
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

  @Test func `something else than a protocol`() {
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
}
