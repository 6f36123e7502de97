import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let user = loader.user(4)
print(user.explain())
