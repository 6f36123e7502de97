import BrightFutures

func wrapped() -> BrightFutures.Future<Int, SearchError> { BrightFutures.materialize { ask($0) } }
extension Async { func b() {} }
class Timed<Value>: Async<Value> {}
