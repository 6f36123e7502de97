import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let text = loader.request("users/1")
print(text.isPending ? "pending" : "settled")
print(try await text.value)
print(text.isPending ? "pending" : "settled")
