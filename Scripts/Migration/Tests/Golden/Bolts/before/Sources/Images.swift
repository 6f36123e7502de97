import BoltsSwift
import Foundation

typealias Loading = BoltsSwift.Task<Data>

func load(_ url: URL) -> Loading {
  let source = TaskCompletionSource<Data>()
  fetch(url) { data, error in
    if let data = data { source.trySet(result: data) } else { source.trySet(error: error!) }
  }
  return source.task
}

func all(_ urls: [URL]) -> BoltsSwift.Task<[Data]> {
  BoltsSwift.Task.whenAllResult(urls.map(load))
}
