import Pledge

let loader = UserLoader(server: UserServer(), database: UserDatabase())

let report = loader.load(1)
  .map { user in "loaded \(user.name)" }
  .recover { error in "failed: \(error)" }
print(try await report.value)
