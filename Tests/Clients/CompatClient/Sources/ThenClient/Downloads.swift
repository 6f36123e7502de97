import ForeignSDK
import Foundation
import PledgeThen

extension SDK {
  func download(_ path: String) -> Promise<Data> {
    Promise { resolve, reject, progress in
      self.download(path, progress: progress) { data, error in
        if let data = data {
          resolve(data)
        } else {
          reject(error ?? PromiseError.default)
        }
      }
    }
  }
}

@MainActor
func downloadAll(_ completion: @escaping Completion) {
  let sdk = SDK(failures: ["b": 2, "d": 9])
  let files = ["a", "b", "c"].map { path in sdk.download(path).retry(3) }
  // Nothing has been downloaded yet: the work starts with the first consumer.
  if sdk.countRequests(of: "a") != 0 { return completion("started too early") }
  let texts = Promises.whenAll(files)
    .registerThen { bodies in bodies.map { String(decoding: $0, as: UTF8.self) } }
  Promises.zip(texts, Promises.race(sdk.download("e"), Promise<Data>()))
    .then { texts, winner in
      if texts.sorted() != ["a", "b", "c"] || winner != Data("e".utf8) {
        completion("\(texts), \(winner)")
      }
    }
    .then(sdk.download("d").retry(2))
    .then { _ in completion("d is there") }
    .onError { error in
      if error as? SDKError != .offline { completion("\(error)") }
      // The SDK calls back on the queue that counts, so the count is read on another queue.
      DispatchQueue.global().async {
        let counts = ["a", "b", "c", "d"].map(sdk.countRequests)
        completion(counts == [1, 3, 1, 2] ? nil : "\(counts)")
      }
    }
}
