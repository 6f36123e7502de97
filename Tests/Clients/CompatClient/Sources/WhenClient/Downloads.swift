import Dispatch
import ForeignSDK
import Foundation
import PledgeWhen

extension SDK {
  func download(_ path: String) -> Promise<Data> {
    Promise(queue: .global()) { resolve, reject in
      self.download(path) { data, error in
        if let data = data { resolve(data) } else { reject(error ?? SDKError.offline) }
      }
    }
  }
}

/// Retries a failed download up to `retries` times.
func download(_ path: String, retries: Int) -> Promise<Data> {
  SDK.shared.download(path).recover(on: .global()) { error -> Promise<Data> in
    guard retries > 0 else { throw error }
    return download(path, retries: retries - 1)
  }
}

func parallelDownloads() -> Promise<Void> {
  let paths = (0..<8).map { "file\($0)" }
  let all = when(paths.map { download($0, retries: 3) })
    .then(on: .global()) { files in files.map { String(decoding: $0, as: UTF8.self) } }
  let gone = when([download("gone", retries: 2), download("file9", retries: 2)])
    .then { files in files.count }
    .recover { error -> Int in
      require(error is SDKError, "one is gone: \(error)")
      return 0
    }
  return when(all, gone).then { texts, count -> Void in
    require(texts == paths, "downloads: \(texts)")
    require(count == 0, "gone: \(count)")
  }
}
