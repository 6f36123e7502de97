import Dispatch

let server = UserServer()
let database = UserDatabase()
let done = DispatchSemaphore(value: 0)

server.get("users/1") { text, error in
  guard let text else {
    print("failed: \(error.map { "\($0)" } ?? "no answer")")
    done.signal()
    return
  }
  do {
    let user = try User(text)
    database.save(user) { error in
      if let error {
        print("failed: \(error)")
      } else {
        print("loaded \(user.name)")
      }
      done.signal()
    }
  } catch {
    print("failed: \(error)")
    done.signal()
  }
}
done.wait()
