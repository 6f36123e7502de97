import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let user = loader.load(4)
let name = user.map { $0.name }
let id = user.map { $0.id }
name.discard()
print("one still waits")
id.discard()
print("nobody waits")
