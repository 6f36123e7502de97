import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let users = all([1, 1, 1].map { id in loader.user(id) })
print(try await users.value.map { $0.name })
print(try await loader.user(1).value.name)
