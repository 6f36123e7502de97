import PledgeWhen

final class Cancelling<T>: Promise<T> {
  override func cancel() {}
}
