import Dispatch
import ForeignSDK
import Foundation
import PledgeGSPromise

/// Uploads files one after another.
///
/// Each adds a line to the summary that is uploaded at the end.
final class Uploads: @unchecked Sendable {
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

@main
enum Program {
  static func main() {
    run([
      "uploads": { end in
        Uploads().run(names: ["a", "b", "c"]) { uploaded in
          end(uploaded == ["a", "b", "c", "summary"] ? nil : "\(uploaded)")
        }
      }
    ])
  }
}
