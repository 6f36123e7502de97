import Dispatch
import Foundation
import PledgeGSPromise

/// Shows alerts one at a time.
///
/// A class of the main actor whose handlers run there.
@MainActor
final class AlertScreen {
  private let manager = GSPromiseManager()
  private var shown: [String] = []

  func showAll(_ titles: [String], completion: @escaping @MainActor ([String]) -> Void) {
    for title in titles {
      manager.addPromise(
        GSPromising { ok in
          DispatchQueue.main.async {
            self.shown.append(title)
            // The user's tap.
            DispatchQueue.global().async { ok() }
          }
        }
      )
    }
    manager.addPromise(
      GSPromising { ok in
        // Runs off the main thread, because the last tap came from a background queue.
        ok()
        DispatchQueue.main.async { completion(self.shown) }
      }
    )
  }
}

/// Uploads files one after another.
///
/// Each adds a line to the summary that is uploaded at the end.
final class Uploads: @unchecked Sendable {
  private let manager = GSPromiseManager()
  private let lock = NSLock()
  private var uploaded: [String] = []

  func run(names: [String], completion: @escaping @MainActor ([String]) -> Void) {
    let a = GSPromising { ok in self.upload(names[0]) { ok() } }
    let b = GSPromising { ok in self.upload(names[1]) { ok() } }
    let c = GSPromising { ok in self.upload(names[2]) { ok() } }
    let uploads = GSPromiseManager.mananger(withPromises: [a, b])
    uploads.addPromise(c)
    uploads.addPromise(
      GSPromising { ok in
        self.upload("summary") {
          ok()
          let all = self.lock.withLock { self.uploaded }
          DispatchQueue.main.async { completion(all) }
        }
      }
    )
  }

  private func upload(_ name: String, completion: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async {
      self.lock.withLock { self.uploaded.append(name) }
      completion()
    }
  }
}

/// A startup step, as a class of its own.
final class Step: NSObject, GSPromisable {
  var handler: GSPromiseHandler

  init(handler: @escaping GSPromiseHandler) {
    self.handler = handler
  }
}

/// The startup of an app, in which a step decides whether there are more.
@MainActor
final class StartUp {
  private let manager = GSPromiseManager()
  private var steps: [String] = []

  func run(completion: @escaping @MainActor ([String]) -> Void) {
    manager.addPromise(
      Step { ok in
        DispatchQueue.main.async {
          self.steps.append("log in")
          self.manager.addPromise(self.loading(completion))
          ok()
        }
      }
    )
    manager.addPromise(
      Step { ok in
        DispatchQueue.main.async {
          self.steps.append("locate")
          ok()
        }
      }
    )
  }

  private func loading(_ completion: @escaping @MainActor ([String]) -> Void) -> Step {
    Step { ok in
      DispatchQueue.main.async {
        self.steps.append("load")
        ok()
        completion(self.steps)
      }
    }
  }
}
