// Declarations for the samples of the documentation: a program that loads, shows, and saves users.
// Scripts/Checks/recipes compiles the samples together with this file.

import Dispatch
import Foundation
import Pledge
import PledgeFoundation
import PledgeTesting
import PledgeTrace

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Codable, Sendable {
  var id: Int
  var name: String
  var team: String?
}

struct Missing: Error, Equatable {}

struct LoadError: Error {
  var cause: any Error
}

// MARK: Data and loading

let users = [
  User(id: 1, name: "Ada", team: "A"), User(id: 2, name: "Grace", team: "A"),
  User(id: 3, name: "Edsger", team: "B"),
]
let ids = [1, 2, 3]
let guest = User(id: 0, name: "guest")
let url = URL(fileURLWithPath: "user.json")
let request = URLRequest(url: url)
let file = URL(fileURLWithPath: "film.mp4")
let files = [file, URL(fileURLWithPath: "film.srt")]

/// Returns the user, or rejects with `Missing()` if there is no such user.
func load(_ id: Int) -> Future<User> {
  Promise(value: users.first { $0.id == id }).unwrap(orThrow: Missing())
}

func lookUp(_ name: String) -> Future<User?> { Promise(value: users.first { $0.name == name }) }
func members(of team: String) -> Future<[User]> { Promise(value: users.filter { $0.team == team }) }
func save(_ user: User) -> Future<Void> { Promise(value: ()) }
func pay(_ amount: Int, key: UUID) -> Future<Void> { Promise(value: ()) }
func fetch(_ id: Int) async throws -> User { try await load(id).value }
func parse(_ text: String) throws -> User { guest }
func check(_ user: User) -> Result<User, Missing> { .success(user) }
func upload(_ file: URL) -> Future<Void> { Promise(value: ()) }
func upload(_ file: URL, progress: ProgressMonitor) -> Future<Void> { Promise(value: ()) }

func isOffline(_ error: any Error) -> Bool {
  (error as? URLError)?.code == .notConnectedToInternet
}

func url(of id: Int) -> URL { url }

struct Loader {
  func load(_ id: Int) -> Future<User> { Samples.load(id) }
}

/// An API that calls back on another thread.
final class SDK: Sendable {
  func load(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    let user = users.first { $0.id == id }
    DispatchQueue.global().async { completion(user, user == nil ? Missing() : nil) }
  }

  func load(_ id: Int, result: @escaping @Sendable (Result<User, Missing>) -> Void) {
    let user = users.first { $0.id == id }
    DispatchQueue.global().async { result(user.map { .success($0) } ?? .failure(Missing())) }
  }

  func find(
    _ id: Int,
    onSuccess: @escaping @Sendable (User) -> Void,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    load(id) { user, error in
      if let user { onSuccess(user) } else { onFailure(error ?? Missing()) }
    }
  }

  func connect(_ completion: @escaping @Sendable (Connection) -> Void) {
    DispatchQueue.global().async { completion(Connection()) }
  }

  func ask(_ question: String, answer: @escaping @Sendable (Bool) -> Void) {
    DispatchQueue.global().async { answer(true) }
  }

  func save(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) {
    DispatchQueue.global().async { completion(nil) }
  }

  func start(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) -> Request {
    load(id, completion: completion)
    return Request()
  }

  func start(_ id: Int, result: @escaping @Sendable (Result<User, Missing>) -> Void) -> Request {
    load(id, result: result)
    return Request()
  }

  func startAsking(_ question: String, answer: @escaping @Sendable (Bool) -> Void) -> Request {
    ask(question, answer: answer)
    return Request()
  }

  func startSaving(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) -> Request
  {
    save(user, completion: completion)
    return Request()
  }

  func completed(_ user: User?) {}
  func stop() {}
}

/// Work of the SDK that can be canceled.
final class Request {
  func cancel() {}
}

/// A database of users.
struct UserDatabase {
  func save(_ user: User) -> Future<Void> { Promise(value: ()) }
  func close() -> Future<Void> { Promise(value: ()) }
}

extension Future where Value == User {
  func saved(in database: UserDatabase) -> Promise<User> {
    flatMap { user in database.save(user).map { user } }
  }
}

/// A resource that has to be closed.
final class Connection: Sendable {
  static func open() async throws -> Connection { Connection() }

  func user(_ id: Int) -> Future<User> { Samples.load(id) }
  func close() {}
}

/// Servers with the same users.
///
/// The first one does not answer.
final class Replicas: @unchecked Sendable {
  private let silent = Promise<User>(discard: { print("the first request was stopped") })
  private let lock = NSLock()
  private var requests = 0

  func next() -> Replica {
    lock.withLock {
      requests += 1
      return Replica(answer: requests > 1 ? nil : silent)
    }
  }
}

struct Replica: Sendable {
  let answer: Promise<User>?

  func user(_ id: Int) -> Future<User> { answer ?? load(id) }
}

func connect() -> Future<Connection> { Promise(value: Connection()) }

// MARK: Diagnostics

/// A crash reporter.
final class Crashes: Sendable {
  func note(_ line: String) {}
}

let crashes = Crashes()
let recorder = TraceRecorder()
let trace = recorder.trace

func note(_ line: String) {}

// MARK: Global values

let sdk = SDK()
let loader = Loader()
let primary = Loader()
let mirror = Loader()
let database = UserDatabase()
let background = DispatchQueue(label: "background")
let promise = Promise<User>()
let resolver = Promise<User>.pending().resolver
let session = URLSession.shared
let queue = PromiseQueue(limit: 2)
let cache = SingleFlight<Int, User>()
let userLoader = BatchLoader<Int, User>(window: .milliseconds(5)) { ids in
  all(ids.map { load($0) }).map { users in
    Dictionary(uniqueKeysWithValues: users.map { ($0.id, $0) })
  }
}
let bag = DiscardBag()
let source = DiscardSource()
let token = source.token
let monitor = ProgressMonitor()
let clock = ManualClock()
let logins = AsyncStream<User> { stream in stream.finish() }
let names = AsyncStream<String> { stream in stream.finish() }

/// A class that is not `Sendable`.
final class UserView {
  init(showing user: User) {}
}

/// A spinner that turns while users are loaded.
@MainActor
final class Spinner {
  func stop() {}
}

/// A screen that shows users; samples that use `self` are its methods, on the main actor.
@MainActor
final class Screen {
  let sdk = SDK()
  var name = ""
  let spinner = Spinner()

  func show(_ result: Result<User, any Error>) {}
  func show(_ error: any Error) {}
  func stopSpinner() {}
}
