import Observation
import Pledge
import Services

@MainActor @Observable
final class FeedModel {
  private(set) var items: [String] = []
  private(set) var message = ""
  private(set) var isLoading = false
  private let feed: Feed
  private var next: Int? = 0
  private var request: Promise<Page>?
  private let requests = DiscardBag()

  init(feed: Feed) {
    self.feed = feed
  }

  var isComplete: Bool { next == nil }

  /// Starts over, and keeps the current items until the first page is there.
  @discardableResult
  func refresh() -> Future<Page>? {
    load(0) { model, page in model.items = page.items }
  }

  /// Loads the next page.
  ///
  /// Called whenever the last item becomes visible.
  @discardableResult
  func showMore() -> Future<Page>? {
    if isLoading { return request }
    return next.flatMap { load($0) { model, page in model.items += page.items } }
  }

  private func load(
    _ number: Int,
    _ show: @escaping @MainActor @Sendable (FeedModel, Page) -> Void
  ) -> Future<Page>? {
    requests.discardAll()
    (isLoading, message) = (true, "")
    request = page(number).observe(on: MainActor.shared, owner: self) { model, result in
      model.isLoading = false
      switch result {
      case .success(let page):
        show(model, page)
        model.next = page.next
      case .failure(let error):
        model.message = "\(error)"
      }
    }
    .discarded(by: requests)
    return request
  }

  private func page(_ number: Int) -> Promise<Page> {
    .fromValueOrError {
      feed.page(number, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }
}

let feed = Feed()
let model = FeedModel(feed: feed)

_ = try await model.showMore()?.value
print(model.items)

// A failure keeps the items. Scrolling again repeats the request.
feed.cause(.offline)
_ = try? await model.showMore()?.value
print("\(model.items.count) items, \(model.message)")
_ = try await model.showMore()?.value
print("\(model.items.count) items")

// The last item becomes visible twice, and the second call joins the first. Then the user pulls to
// refresh. The page that is being loaded must not be appended.
feed.cause(.silence)
model.showMore()
model.showMore()
print("loading: \(model.isLoading)")
_ = try await model.refresh()?.value
print(model.items)

while !model.isComplete { _ = try await model.showMore()?.value }
print("\(model.items.count) items, loading: \(model.isLoading)")
