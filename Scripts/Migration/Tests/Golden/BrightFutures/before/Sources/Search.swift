import BrightFutures
import Foundation

struct Search {
  func find(_ word: String) -> BrightFutures.Future<[String], SearchError> {
    DispatchQueue.global().asyncResult { words(with: word) }
      .map { $0.sorted() }
      .recoverWith { _ in BrightFutures.Future(value: ["nothing"]) }
  }

  func wrapped() -> Future<Int, SearchError> {
    BrightFutures.materialize { ask($0) }
  }
}
