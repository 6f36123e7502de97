import Pledge
import Testing

struct PromiseObserverTests {
  @Test func `an observer without records explains nothing`() {
    #expect(Recorder().explanation(of: PromiseID(1)) == nil)
  }

  @Test func `the explanations of all observers are joined`() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise<Int>()
      Diagnostics.install(Recorder())
      #expect(promise.explain().contains("waiting for its producer"))
      Diagnostics.install(Expert(name: "first"))
      Diagnostics.install(Expert(name: "second"))
      #expect(promise.explain() == "first knows #1\nsecond knows #1")
    }
  }
}

private struct Expert: PromiseObserver {
  let name: String

  func observe(_ event: PromiseEvent) {}

  func explanation(of promise: PromiseID) -> String? { "\(name) knows \(promise)" }
}
