import ForeignSDK
import Foundation
import PledgeSundell

extension SDK {
  func download(_ path: String) -> Future<Data> {
    let promise = Promise<Data>()
    download(path) { data, error in
      if let error = error {
        promise.reject(with: error)
      } else {
        promise.resolve(with: data ?? Data())
      }
    }
    return promise
  }
}

/// Retries as long as there are attempts left.
func retrying<T>(_ attempts: Int, _ operation: @escaping @Sendable () -> Future<T>) -> Future<T> {
  let promise = Promise<T>()
  operation().observe { result in
    switch result {
    case .success(let value):
      promise.resolve(with: value)
    case .failure(let error):
      if attempts <= 1 { return promise.reject(with: error) }
      retrying(attempts - 1, operation).observe { result in
        switch result {
        case .success(let value): promise.resolve(with: value)
        case .failure(let error): promise.reject(with: error)
        }
      }
    }
  }
  return promise
}

/// Returns all values, in the order of the futures, or the first error.
func combined<T>(_ futures: [Future<T>]) -> Future<[T]> {
  futures.reduce(Promise(value: [])) { all, next in
    all.chained { values in next.transformed { value in values + [value] } }
  }
}

@MainActor
func downloadAll(_ completion: @escaping Completion) {
  let sdk = SDK(failures: ["b": 2, "d": 9])
  let files = ["a", "b", "c"].map { path in retrying(3) { sdk.download(path) } }
  combined(files)
    .transformed { bodies in bodies.map { String(decoding: $0, as: UTF8.self) } }
    .observe { result in
      guard let bodies = try? result.get(), bodies == ["a", "b", "c"] else {
        return completion("\(result)")
      }
      retrying(2) { sdk.download("d") }.observe { result in
        guard case .failure(SDKError.offline) = result else { return completion("\(result)") }
        // The SDK calls back on the queue that counts, so the count is read on another queue.
        DispatchQueue.global().async {
          let counts = ["a", "b", "c", "d"].map(sdk.countRequests)
          completion(counts == [1, 3, 1, 2] ? nil : "\(counts)")
        }
      }
    }
}
