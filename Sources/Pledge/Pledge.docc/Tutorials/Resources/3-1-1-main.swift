import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let user = loader.load(1)
let name = user.map { $0.name }
let id = user.map { $0.id }
print("user \(try await id.value) is \(try await name.value)")
