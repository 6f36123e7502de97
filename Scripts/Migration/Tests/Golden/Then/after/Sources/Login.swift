import PledgeThen

func logIn() -> Promise<User> {
  async { try ..fetch(1) }.then { user in
    Promises.whenAll(user.friends.map { fetch($0) })
  }
  .registerThen { PledgeThen.Promise($0[0]) }
}

func after(_ then: Steps) { then.next() }
