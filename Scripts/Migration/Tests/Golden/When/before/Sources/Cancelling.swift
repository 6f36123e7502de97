import When

final class Cancelling<T>: Promise<T> {
  override func cancel() {}
}
