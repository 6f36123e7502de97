import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let greeted = loader.user(2).flatMap { user in
  Promise { try await greeting(for: user) }
}
print(try await greeted.value)

let user = try await loader.user(2).value
print(try await greeting(for: user))
