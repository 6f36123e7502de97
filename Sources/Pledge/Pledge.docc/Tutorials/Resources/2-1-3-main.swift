import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let user = loader.load(9)
  .tap { user in print("loaded \(user.name)") }
  .catch { error in print("failed: \(error)") }
  .ensure { print("done") }
_ = try? await user.value
