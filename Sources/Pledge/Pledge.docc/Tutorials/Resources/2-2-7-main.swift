import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

for id in [3, 9] {
  let report = loader.load(id)
    .map { user in "loaded \(user.name)" }
    .recover { error in "failed: \(error)" }
  print(try await report.value)
}
