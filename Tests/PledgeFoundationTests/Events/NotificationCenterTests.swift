import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct NotificationCenterTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("resized")

  @Test func `is fulfilled with the result of reading the next notification`() throws {
    center.post(name: name, object: nil, userInfo: ["size": 1])
    let size = center.once(name) { $0.userInfo?["size"] as? Int }
    #expect(size.isPending)

    center.post(name: name, object: nil, userInfo: ["size": 2])
    center.post(name: name, object: nil, userInfo: ["size": 3])

    #expect(try size.result?.get() == 2)
  }

  @Test func `without reading, is fulfilled when it is posted, by a single object if given`() {
    let (window, other) = (NSObject(), NSObject())
    let (promise, ofWindow) = (center.once(name), center.once(name, object: window))
    center.post(name: Notification.Name("other"), object: nil)
    #expect(promise.isPending)

    center.post(name: name, object: other)
    #expect(promise.isFulfilled && ofWindow.isPending)
    center.post(name: name, object: window)

    #expect(ofWindow.isFulfilled)
  }

  @Test func `is rejected with the error of reading`() {
    let promise = center.once(name) { _ in throw URLError(.badURL) }

    center.post(name: name, object: nil)

    #expect(throws: URLError.self) { try promise.result?.get() }
  }

  @Test(arguments: [true, false])
  func `discarding or detaching removes the observer`(isStage: Bool) {
    let reads = Locked(0)
    let promise = center.once(name) { _ in reads.withLock { $0 += 1 } }

    if isStage { promise.map { $0 }.discard() } else { promise.discard() }
    center.post(name: name, object: nil)

    #expect(throws: DiscardedError.self) { try promise.result?.get() }
    #expect(reads.value == 0)
  }

  @Test func `waiting does not retain the center`() {
    weak var weakCenter: NotificationCenter?
    let promise: Promise<Void>
    do {
      let center = NotificationCenter()
      weakCenter = center
      promise = center.once(name)
    }

    #expect(weakCenter == nil)
    promise.discard()
  }

  @Test func `posts from many threads count once`() async {
    for _ in 0..<50 {
      let reads = Locked(0)
      let promise = center.once(name) { _ in reads.withLock { $0 += 1 } }

      DispatchQueue.concurrentPerform(iterations: 4) { _ in center.post(name: name, object: nil) }

      #expect(promise.isFulfilled)
      #expect(reads.value == 1)
    }
  }
}
