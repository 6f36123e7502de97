import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())
let screen = Screen(loader: loader)

let user = try await screen.show(1).value
print("\(user.name) is kept")
screen.show(1)
print("nothing flickered")
