import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let user = loader.load(4)
user.catch { error in
  print(error.isCancellation ? "nobody wants it" : "failed: \(error)")
}
user.discard()
