// What the recipes of the pages in Documentation talk about: a program that loads, shows and saves
// users. Scripts/recipes puts this in front of them.

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

struct Missing: Error {}

struct LoadError: Error {
  var cause: any Error
}

// MARK: What is loaded, and how

let ids = [1, 2, 3]
let guest = User(id: 0, name: "guest")
let url = URL(fileURLWithPath: "user.json")

func load(_ id: Int) -> Future<User> { Promise(value: guest) }
func lookUp(_ name: String) -> Future<User?> { Promise(value: nil) }
func members(of team: String) -> Future<[User]> { Promise(value: [guest]) }
func save(_ user: User) -> Future<Void> { Promise(value: ()) }
func fetch(_ id: Int) async throws -> User { guest }
func parse(_ text: String) throws -> User { guest }
func check(_ user: User) -> Result<User, Missing> { .success(user) }

/// What calls back.
final class SDK: Sendable {
  func load(_ id: Int, completion: @Sendable (User?, (any Error)?) -> Void) {}
  func load(_ id: Int, result: @Sendable (Result<User, Missing>) -> Void) {}
  func ask(_ question: String, answer: @Sendable (Bool) -> Void) {}
  func save(_ user: User, completion: @Sendable ((any Error)?) -> Void) {}
  func completed(_ user: User?) {}
  func stop() {}
}

/// What has to be closed.
final class Connection: Sendable {
  func user(_ id: Int) -> Future<User> { Promise(value: guest) }
  func close() {}
}

func connect() -> Future<Connection> { Promise(value: Connection()) }

// MARK: What hears of promises

/// What tells the makers of the program that it has failed.
final class Crashes: Sendable {
  func note(_ line: String) {}
}

let crashes = Crashes()
let recorder = TraceRecorder()
let trace = recorder.trace

func note(_ line: String) {}

// MARK: What there is already

let sdk = SDK()
let background = DispatchQueue(label: "background")
let promise = Promise<User>()
let resolver = Promise<User>.pending().resolver
let session = URLSession.shared
let queue = PromiseQueue(limit: 2)
let cache = SingleFlight<Int, User>()
let bag = DiscardBag()
let source = DiscardSource()
let monitor = ProgressMonitor()

/// What shows users; recipes are its methods, so `self` is at hand, and the main actor.
@MainActor
final class Screen {
  var name = ""

  func show(_ error: any Error) {}
  func stopSpinner() {}
}
