import Observation
import Pledge
import PledgeTesting
import Services

@MainActor @Observable
final class SearchModel {
  var text = "" {
    didSet { if text != oldValue { searchLater() } }
  }
  private(set) var titles: [String] = []
  private(set) var message = ""
  private(set) var isSearching = false
  private(set) var search: Promise<[String]>?
  private let searches = DiscardBag()
  private let server: SearchServer
  private let clock: any Clock<Duration>

  init(server: SearchServer, clock: any Clock<Duration> = ContinuousClock()) {
    self.server = server
    self.clock = clock
  }

  private func searchLater() {
    searches.discardAll()
    isSearching = !text.isEmpty
    if text.isEmpty {
      (titles, message) = ([], "")
      return
    }
    search = after(.milliseconds(300), clock: clock)
      .flatMap { [server, text] in
        Promise<[String]>.fromResult {
          server.titles(matching: text, completion: $0)
        } onDiscard: {
          $0.cancel()
        }
      }
      .observe(on: MainActor.shared, owner: self) { model, result in model.show(result) }
      .discarded(by: searches)
  }

  private func show(_ result: Result<[String], any Error>) {
    isSearching = false
    switch result {
    case .success(let found): (titles, message) = (found, "")
    case .failure(let error): (titles, message) = ([], "\(error)")
    }
  }
}

// A manual clock controls the delay, as in a test of the model.
let time = ManualClock()
let server = SearchServer()
let model = SearchModel(server: server, clock: time)

@MainActor
func pause() async {
  await time.run(for: .milliseconds(300))
  _ = try? await model.search?.value
}

// Only the last of several quick changes is searched for.
for text in ["S", "Sw", "Swi"] { model.text = text }
await pause()
print(model.titles)

// A change cancels the request in progress, so that a late response cannot replace a newer one.
model.text = "Sl"
await time.run(for: .milliseconds(300))
for await event in server.events where event == "search Sl" { break }
model.text = "Sa"
for await event in server.events where event == "search Sl: canceled" { break }
print("canceled; searching: \(model.isSearching), still showing \(model.titles)")
await pause()
print(model.titles)

model.text = "Sx"
await pause()
print(model.message)

// Deleting the text takes effect immediately.
model.text = ""
print("searching: \(model.isSearching), titles: \(model.titles.count)")
