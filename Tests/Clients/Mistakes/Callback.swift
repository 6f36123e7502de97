import Pledge

#if MISTAKE
func title(of id: Int, _ sdk: SDK) -> Promise<String> {
  Promise<User>.fromValueOrError { sdk.find(id, completion: $0) }  // 1
    .map { $0.name }
    .tap { say("found \($0)") }
    .map { $0.uppercased() }
}
// 1: error: cannot convert value of type '@Sendable (User?, (any Error)?) -> Void' to expected argument type '@Sendable (Result<User, any Error>) -> Void'
#else
func title(of id: Int, _ sdk: SDK) -> Promise<String> {
  Promise<User>.fromResult { sdk.find(id, completion: $0) }
    .map { $0.name }
    .tap { say("found \($0)") }
    .map { $0.uppercased() }
}
#endif
