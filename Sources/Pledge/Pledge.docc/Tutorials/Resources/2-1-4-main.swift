import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let user = loader.load(9)
  .recover(from: UserServer.NotFound.self) { _ in User(id: 9, name: "nobody") }
  .tap { user in print("loaded \(user.name)") }
  .ensure { print("done") }
  .catch { error in print("failed: \(error)") }
_ = try? await user.value
