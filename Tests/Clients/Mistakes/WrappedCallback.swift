import Pledge

private let sdk = SDK()

#if MISTAKE
func misspellResolver(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { user, error in resolver.setle(user, error) }  // 1
  }
}

func misspellInStatements(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { user, error in
      if let user { resolver.resolv(user) } else { resolver.reject(error) }  // 2
    }
  }
}

func misspellSDK(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.laod(id) { user, error in resolver.settle(user, error) }  // 3
  }
}

func misspellVariable(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { user, error in resolver.settle(usr, error) }  // 4
  }
}

func omitParameter(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { user in resolver.settle(user, nil) }  // 5
  }
}

func passOptional(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { user, _ in resolver.resolve(user) }  // 6
  }
}

func passNothing(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { _, _ in resolver.resolve() }  // 7
  }
}

func passWrongArgument(_ id: String) -> Promise<User> {
  Promise { resolver in
    sdk.load(id, completion: resolver.settle)  // 8
  }
}

func stopNothing(_ id: Int) -> Promise<User> {
  Promise { resolver in
    let request = sdk.load(id, completion: resolver.settle)
    resolver.onDiscard { request.cancel() }  // 9
  }
}

func guessName(_ id: Int) -> Promise<User> {
  Promise { resolver in
    let request = sdk.start(id, completion: resolver.settle)
    resolver.onCancel { request.cancel() }  // 10
  }
}
// 1: error: value of type 'Resolver<User>' has no member 'setle'
// 2: error: value of type 'Resolver<User>' has no member 'resolv'
// 3: error: value of type 'SDK' has no member 'laod'
// 4: error: cannot find 'usr' in scope
// 5: error: contextual closure type '@Sendable (User?, (any Error)?) -> Void' expects 2 arguments, but 1 was used in closure body
// 6: error: value of optional type 'User?' must be unwrapped to a value of type 'User'
// 7: error: 'resolve()' is unavailable: Pass a value: 'resolve(value)'.
// 8: error: cannot convert value of type 'String' to expected argument type 'Int'
// 9: error: value of tuple type '()' has no member 'cancel'
// 10: error: 'onCancel' has been renamed to 'onDiscard(_:)'
#else
func load(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id, completion: resolver.settle)
  }
}

func start(_ id: Int) -> Promise<User> {
  Promise<User>.fromValueOrError {
    sdk.start(id, completion: $0)
  } onDiscard: {
    $0.cancel()
  }
}

func loadFirst(_ id: Int) -> Promise<User> {
  Promise { resolver in
    sdk.load(id) { user, error in
      guard let user else { return resolver.reject(error) }
      resolver.resolve(user)
    }
  }
}
#endif
