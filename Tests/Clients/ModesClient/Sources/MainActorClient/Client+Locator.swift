import Pledge

extension Client {
  func checkDelegate() async throws {
    let locator = Locator()
    let place = locator.locate()
    expect(locator.gps.isRunning, "the closure of a promise runs synchronously")
    expect(place.isPending, "the promise waits for the delegate")

    locator.gps.find("Tartu")
    expect(try await place.value == "Tartu", "the delegate's answer fulfills the promise")

    let broken = locator.locate()
    locator.forget()
    expect(broken.isRejected, "a delegate that releases its resolver breaks the promise")
    broken.ignoringErrors()
  }
}
