import Testing

@Suite struct BacktickTests {
  @Test func `backticks stay where they are needed, and only there`() {
    expect(
      "func `default`<`T`>(`self`: `T`, `inout` x: Int, in `for`: Int, `promise`: Int, `a b`: Int, `done`: @escaping (_ `in`: Int, _ `inout`: Int) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``default(self:`inout`:in:promise:`a b`:done:)``.
        func `default`<`T`>(`self`: `T`, `inout` x: Int, in `for`: Int, `promise`: Int, `a b`: Int, file: StaticString = #fileID, line: UInt = #line) -> Pledge.Promise<(in: Int, `inout`: Int)> {
          let (promise1, resolver) = Pledge.Promise<(in: Int, `inout`: Int)>.pending(file: file, line: line)
          `default`(self: `self`, `inout`: x, in: `for`, promise: promise, `a b`: `a b`, done: { @Sendable value1, value2 in
              resolver.resolve((in: value1, `inout`: value2))
            })
          return promise1
        }
        """
    )
  }

  @Test func `a parameter in backticks has the name without them`() {
    expect(
      "func `load`(load: Int, `file`: StaticString = #file, `line`: UInt = #line, completion: @escaping (User) -> Void) {}",
      hasPeer: """
        /// Returns a promise for the result of ``load(load:file:line:completion:)``.
        func `load`(load argument: Int, `file`: StaticString = #file, `line`: UInt = #line) -> Pledge.Promise<User> {
          let (promise, resolver) = Pledge.Promise<User>.pending(file: file, line: line)
          `load`(load: argument, file: file, line: line, completion: { @Sendable value in
              resolver.resolve(value)
            })
          return promise
        }
        """
    )
  }
}
