@preconcurrency import BrightFutures

class Timed<Value>: Async<Value> {
  var started = 0
}
