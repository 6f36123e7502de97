import Pledge

extension Client {
  func checkDelegate() async throws {
    let locator = Locator()
    let place = locator.locate()
    expect(locator.gps.isRunning, "the closure of a promise runs at once")
    expect(place.isPending, "the promise waits for the delegate")

    locator.gps.find("Tartu")
    expect(try await place.value == "Tartu", "the delegate's answer fulfills the promise")

    let lost = locator.locate()
    locator.forget()
    expect(lost.isRejected, "a delegate that loses its resolver abandons the promise")
    lost.ignoringErrors()
  }
}
