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
      Diagnostics.install(ExplainingObserver(name: "first"))
      Diagnostics.install(ExplainingObserver(name: "second"))
      #expect(promise.explain() == "first explains #1\nsecond explains #1")
    }
  }
}

private struct ExplainingObserver: PromiseObserver {
  let name: String

  func observe(_ event: PromiseEvent) {}

  func explanation(of promise: PromiseID) -> String? { "\(name) explains \(promise)" }
}
