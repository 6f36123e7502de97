import Pledge

private let sdk = SDK()

extension SDK {
  func remove(_ id: Int, completion: @escaping @Sendable ((any Error)?) -> Void) {}
}

#if MISTAKE
func user(_ id: Int) -> Promise<User> {
  .fromResult { sdk.load(id, completion: $0) }  // 1
}

func remove(_ id: Int) -> Future<Void> {
  .fromError { sdk.remove(id, completion: $0) }  // 2
}
// 1: error: reference to member 'fromResult' cannot be resolved without a contextual type
// 2: error: type 'Future<Void>' has no member 'fromError'
#elseif NAMED
func user(_ id: Int) -> Promise<User> {
  Promise<User>.fromResult {  // 1
    sdk.load(id, completion: $0)  // 2
  }
}
// 1: error: generic parameter 'Failure' could not be inferred
// 2: error: cannot convert value of type '@Sendable (Result<User, Failure>) -> Void' to expected argument type '@Sendable (User?, (any Error)?) -> Void'
#else
func user(_ id: Int) -> Promise<User> {
  .fromValueOrError { sdk.load(id, completion: $0) }
}

func remove(_ id: Int) -> Future<Void> {
  Promise.fromError { sdk.remove(id, completion: $0) }
}
#endif
