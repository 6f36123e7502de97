import Testing

@Suite struct HandlerShapeTests {
  @Test func `a value or an error`() {
    expect(
      "func load(_ id: Int, completion: @escaping (User?, Error?) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(_:completion:)``.
        func load(_ id: Int, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(id, completion: { @Sendable value, error in
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
        """
    )
  }

  @Test func `values or an error`() {
    expect(
      "func load(completion: @escaping (Data?, Response?, (any Error)?) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<(Data, Response)> {
          let (promise, resolver) = Pledge.Promise<(Data, Response)>.pending(file: file, line: line)
          load(completion: { @Sendable value1, value2, error in
              if let error {
                resolver.reject(error)
              } else if let value1, let value2 {
                resolver.resolve((value1, value2))
              } else {
                resolver.reject(Pledge.NoOutcomeError(function: "load(completion:)"))
              }
            })
          return promise
        }
        """
    )
  }

  @Test func `named values or an error`() {
    expect(
      "func load(completion: @escaping (_ data: Data?, _ response: Response, _ error: NSError?) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<(data: Data, response: Response)> {
          let (promise, resolver) = Pledge.Promise<(data: Data, response: Response)>.pending(file: file, line: line)
          load(completion: { @Sendable value1, value2, error in
              if let error {
                resolver.reject(error)
              } else if let value1 {
                resolver.resolve((data: value1, response: value2))
              } else {
                resolver.reject(Pledge.NoOutcomeError(function: "load(completion:)"))
              }
            })
          return promise
        }
        """
    )
  }

  @Test func `an error alone`() {
    expect(
      "func save(completion: @escaping (Swift.Error?) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``save(completion:)``.
        func save(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<Void> {
          let (promise, resolver) = Pledge.Promise<Void>.pending(file: file, line: line)
          save(completion: { @Sendable error in
              if let error {
                resolver.reject(error)
              } else {
                resolver.resolve()
              }
            })
          return promise
        }
        """
    )
  }

  @Test func `an error first, both unwrapped on demand`() {
    expect(
      "func load(callback: @escaping (LoadError!, User!) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(callback:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(callback: { @Sendable error, value in
              if let error {
                resolver.reject(error)
              } else if let value {
                resolver.resolve(value)
              } else {
                resolver.reject(Pledge.NoOutcomeError(function: "load(callback:)"))
              }
            })
          return promise
        }
        """
    )
  }

  @Test func `a result`() {
    expect(
      "func load(completion: @escaping (Result<[User], LoadError>) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<[User]> {
          let (promise, resolver) = Pledge.Promise<[User]>.pending(file: file, line: line)
          load(completion: { @Sendable result in
              resolver.settle(with: Swift.Result(catching: result.get))
            })
          return promise
        }
        """
    )
  }

  @Test func `a value, optional or not`() {
    expect(
      "func ask(done: @escaping (User?) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``ask(done:)``.
        func ask(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User?> {
          let (promise, resolver) = Pledge.Promise<User?>.pending(file: file, line: line)
          ask(done: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `several values`() {
    expect(
      "func ask(done: @escaping (User, Int?) -> ()) {}",
      hasPeer: """
        /// Returns a promise for the result of ``ask(done:)``.
        func ask(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<(User, Int?)> {
          let (promise, resolver) = Pledge.Promise<(User, Int?)>.pending(file: file, line: line)
          ask(done: { @Sendable value1, value2 in
              resolver.resolve((value1, value2))
            })
          return promise
        }
        """
    )
  }

  @Test func `nothing`() {
    expect(
      "func wait(_ done: @escaping () -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``wait(_:)``.
        func wait(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<Void> {
          let (promise, resolver) = Pledge.Promise<Void>.pending(file: file, line: line)
          wait({ @Sendable in
              resolver.resolve()
            })
          return promise
        }
        """
    )
  }

  @Test func `an optional handler with attributes`() {
    expect(
      "func load(completion: (@MainActor @Sendable (User) -> Swift.Void)? = nil) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        @_disfavoredOverload func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `optionals that are spelled out`() {
    expect(
      "func load(completion: Optional<(Optional<User>, Swift.Optional<Error>) -> Void>) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(completion: { @Sendable value, error in
              if let error {
                resolver.reject(error)
              } else if let value {
                resolver.resolve(value)
              } else {
                resolver.reject(Pledge.NoOutcomeError(function: "load(completion:)"))
              }
            })
          return promise
        }
        """
    )
  }

  @Test(
    arguments: [
      ("", "(any Error & Sendable)?"),
      ("", "DecodeError<User>?"),
      ("<E: Error>", "E?"),
      ("<E: LoadError & Sendable>", "Optional<E>"),
    ]
  )
  func `errors of any kind`(_ generics: String, _ error: String) {
    expect(
      "func load\(generics)(_ id: E, completion: @escaping (User?, \(error)) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(_:completion:)``.
        func load\(generics)(_ id: E, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(id, completion: { @Sendable value, error in
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
        """
    )
  }

  @Test func `an error and a result that the type is generic over`() {
    expect(
      """
      struct Job<Result: Sendable, E> where E: Error {
        @Promised
        func start(completion: @escaping (Result?, E?) -> Void) {}
      }
      """,
      expandsTo: """
        struct Job<Result: Sendable, E> where E: Error {
          func start(completion: @escaping (Result?, E?) -> Void) {}

          /// Returns a promise for the result of ``start(completion:)``.
          func start(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<Result> {
            let (promise, resolver) = Pledge.Promise<Result>.pending(file: file, line: line)
            self.start(completion: { @Sendable value, error in
                if let error {
                  resolver.reject(error)
                } else if let value {
                  resolver.resolve(value)
                } else {
                  resolver.reject(Pledge.NoOutcomeError(function: "start(completion:)"))
                }
              })
            return promise
          }
        }
        """
    )
  }

  @Test func `two values of one name`() {
    expect(
      "func ask(done: @escaping (_ a: Int, _ a: Int) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``ask(done:)``.
        func ask(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<(Int, Int)> {
          let (promise, resolver) = Pledge.Promise<(Int, Int)>.pending(file: file, line: line)
          ask(done: { @Sendable value1, value2 in
              resolver.resolve((value1, value2))
            })
          return promise
        }
        """
    )
  }
}
