import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

_ = loader.load(9)
try await after(.seconds(1)).value
