import BrightFutures

func wrapped() -> BrightFutures.Future<Int, SearchError> { BrightFutures.materialize { ask($0) } }
