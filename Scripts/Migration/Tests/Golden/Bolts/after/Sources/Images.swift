import PledgeBolts
import Foundation

typealias Loading = PledgeBolts.Task<Data>

func load(_ url: URL) -> Loading {
  let source = TaskCompletionSource<Data>()
  fetch(url) { data, error in
    if let data = data { source.trySet(result: data) } else { source.trySet(error: error!) }
  }
  return source.task
}

func all(_ urls: [URL]) -> PledgeBolts.Task<[Data]> {
  PledgeBolts.Task.whenAllResult(urls.map(load))
}
