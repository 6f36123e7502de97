import PledgeBrightFutures
import Foundation

struct Search {
  func find(_ word: String) -> PledgeBrightFutures.Future<[String], SearchError> {
    DispatchQueue.global().asyncResult { words(with: word) }
      .map { $0.sorted() }
      .recoverWith { _ in PledgeBrightFutures.Future(value: ["nothing"]) }
  }

  func wrapped() -> Future<Int, SearchError> {
    PledgeBrightFutures.materialize { ask($0) }
  }
}
