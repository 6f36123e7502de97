@preconcurrency import PledgeBrightFutures

class Timed<Value>: Async<Value> {
  var started = 0
}
