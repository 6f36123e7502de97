import Testing

@Suite struct FunctionShapeTests {
  @Test func `a method`() {
    expect(
      """
      struct API {
        @Promised
        public func load(_ id: Int, in region: Region = .all, completion: @escaping (User) -> Void) {}
      }
      """,
      expandsTo: """
        struct API {
          public func load(_ id: Int, in region: Region = .all, completion: @escaping (User) -> Void) {}

          /// Returns a promise for the result of ``load(_:in:completion:)``.
          public func load(_ id: Int, in region: Region = .all, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(id, in: region, completion: { @Sendable value in
                resolver.resolve(value)
              })
            return promise
          }
        }
        """
    )
  }

  @Test func `a throwing function`() {
    expect(
      "func load(completion: @escaping (User) -> Void) throws(LoadError) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          do {
            try load(completion: { @Sendable value in
                resolver.resolve(value)
              })
          } catch {
            resolver.reject(error)
          }
          return promise
        }
        """
    )
  }

  @Test func `a generic function`() {
    expect(
      "func load<T: Decodable, each P>(_ type: T.Type, _ parts: repeat each P, completion: @escaping (T) -> Void) where T: Sendable {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(_:_:completion:)``.
        func load<T: Decodable, each P>(_ type: T.Type, _ parts: repeat each P, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<T> where T: Sendable {
          let (promise, resolver) = Pledge.Promise<T>.pending(file: file, line: line)
          load(type, repeat each parts, completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
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

          /// Returns a promise for the result of ``load(completion:)``.
          @available(iOS 17, *) @MainActor public class func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            self.load(completion: { @Sendable value in
                resolver.resolve(value)
              })
            return promise
          }
        }
        """
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
      hasPeer: """
        /// Returns a promise for the result of ``load(retry:message:progress:completion:)``.
        func load(retry: @escaping (Int) -> Bool, message: @autoclosure () -> String, progress: ((Double) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(retry: retry, message: message(), progress: progress, completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `names that are taken or missing`() {
    expect(
      "func load(load: Int, for _: Int, resolver: Int, `in`: Int, completion: @escaping (User) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(load:for:resolver:in:completion:)``.
        func load(load argument: Int, for argument1: Int, resolver: Int, `in`: Int, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver1) = Pledge.Promise<User>.pending(file: file, line: line)
          load(load: argument, for: argument1, resolver: resolver, in: `in`, completion: { @Sendable value in
              resolver1.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `a source location that the function takes`() {
    expect(
      "func load(file: StaticString = #file, line: UInt = #line, completion: @escaping (User) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(file:line:completion:)``.
        func load(file: StaticString = #file, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(file: file, line: line, completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `a file that is not a source location`() {
    expect(
      "func load(file: String, completion: @escaping (User) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(file:completion:)``.
        func load(file: String) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending()
          load(file: file, completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `returned work is canceled`() {
    expect(
      "func load(completion: @escaping (User) -> Void) -> URLSessionTask {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(completion:)``.
        func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          let work = load(completion: { @Sendable value in
              resolver.resolve(value)
            })
          resolver.onDiscard(of: work) {
            $0.cancel()
          }
          return promise
        }
        """
    )
  }

  @Test func `optional returned work is canceled`() {
    expect(
      "func load(work: Int, completion: @escaping (User) -> Void) throws -> (any Cancellable)? {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(work:completion:)``.
        func load(work: Int, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          do {
            let work1 = try load(work: work, completion: { @Sendable value in
                resolver.resolve(value)
              })
            resolver.onDiscard(of: work1) {
              $0?.cancel()
            }
          } catch {
            resolver.reject(error)
          }
          return promise
        }
        """
    )
  }

  @Test func `work returned on the main actor is canceled there`() {
    expect(
      """
      @MainActor class Screen {
        @Promised
        func load(completion: @escaping (User) -> Void) -> Animation {}
      }
      """,
      expandsTo: """
        @MainActor class Screen {
          func load(completion: @escaping (User) -> Void) -> Animation {}

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

  @Test func `work of a nonisolated function is not canceled on the main actor`() {
    expect(
      """
      @MainActor class Screen {
        @Promised
        nonisolated func load(completion: @escaping (User) -> Void) -> some Cancellable {}
      }
      """,
      expandsTo: """
        @MainActor class Screen {
          nonisolated func load(completion: @escaping (User) -> Void) -> some Cancellable {}

          /// Returns a promise for the result of ``load(completion:)``.
          nonisolated func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
            let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
            let work = self.load(completion: { @Sendable value in
                resolver.resolve(value)
              })
            resolver.onDiscard(of: work) {
              $0.cancel()
            }
            return promise
          }
        }
        """
    )
  }

  @Test func `a function with an SPI attribute, 'noasync', and 'throws(Never)'`() {
    expect(
      """
      @_spi(Loading)
      @available(*, noasync)
      @Promised
      public func load(completion: @escaping (User) -> Void) throws(Never) {}
      """,
      expandsTo: """
        @_spi(Loading)
        @available(*, noasync)
        public func load(completion: @escaping (User) -> Void) throws(Never) {}

        /// Returns a promise for the result of ``load(completion:)``.
        @_spi(Loading) public func load(file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          load(completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }

  @Test func `names that are not identifiers`() {
    expect(
      #"func `load "all"`(file f: StaticString, line in: UInt, done: @escaping (User?, Error?) -> Void) {}"#,
      hasPeer: """
        /// Returns a promise for the result of ```load "all"`(file:line:done:)``.
        func `load "all"`(file f: StaticString, line `in`: UInt) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: f, line: `in`)
          `load "all"`(file: f, line: `in`, done: { @Sendable value, error in
              if let error {
                resolver.reject(error)
              } else if let value {
                resolver.resolve(value)
              } else {
                resolver.reject(Pledge.NoOutcomeError(function: #"`load "all"`(file:line:done:)"#))
              }
            })
          return promise
        }
        """
    )
  }

  @Test func `a pointer is passed on`() {
    expect(
      "func load(_ bytes: UnsafeRawPointer, completion: @escaping (User) -> Void) throws {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(_:completion:)``.
        func load(_ bytes: UnsafeRawPointer, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          do {
            try unsafe load(bytes, completion: { @Sendable value in
                resolver.resolve(value)
              })
          } catch {
            resolver.reject(error)
          }
          return promise
        }
        """
    )
  }
}
