import Pledge

extension Client {
  func checkViewModel() async throws {
    await checkLoading()
    try await checkFailing()
    await checkDelivery()
  }

  private func checkLoading() async {
    let (users, resolver) = Promise<User>.pending()
    let screen = ViewModel { users }
    let shown = screen.refresh()
    expect(screen.isSpinning, "the spinner turns while the user is loaded")

    resolver.resolve(User(name: "Ada"))
    _ = try? await shown.value
    expect(screen.text == "ADA", "the screen shows the name")
    expect(!screen.wasOnMain, "a handler on a global queue leaves the main thread")
    expect(!screen.isSpinning, "the spinner stops")
  }

  private func checkFailing() async throws {
    let screen = ViewModel { Promise(error: Offline()) }
    let shown = screen.refresh()
    expect(screen.text == "Offline()", "a settled rejection is shown without a hop")
    expect(!screen.isSpinning, "the spinner stops after a rejection")
    expect(shown.isRejected, "catch passes the outcome on")
  }

  /// A typical view model in a single expression.
  private func checkDelivery() async {
    let screen = Notes()
    let users = Promise<User>()
    let shown = users.map { $0.name }
      .map(on: MainActor.shared) { screen.add($0) }
      .ensure(on: MainActor.shared) { screen.add("stopped") }
      .catch(on: MainActor.shared) { screen.add("\($0)") }

    users.reject(Offline())
    _ = try? await shown.value
    await turnOfMainQueue()
    expect(screen.all == ["stopped", "Offline()"], "ensure, then catch, on the main actor")
  }
}
